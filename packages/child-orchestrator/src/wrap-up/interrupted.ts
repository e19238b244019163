/** Said in a draft before what an agent says that was interrupted, since its run ends. */
export const interrupted = "its time was up: it was interrupted, and asked for a short answer";
