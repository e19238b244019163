// Characters that Apple's file systems pass over in a name.
const passedOver = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/** Whether some file system takes a name for `.git`, by which a checkout would become another repository. */
export function isGitName(name: string): boolean {
  const plain = name.replace(passedOver, "").toLowerCase();
  return /^(\.git|git~1)[ .]*(:.*)?$/.test(plain);
}
