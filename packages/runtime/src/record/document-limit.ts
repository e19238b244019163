/** Bytes that a document of ours is read at most: far beyond what any grows to. */
export const maxDocumentBytes = 64 * 1024 * 1024;
