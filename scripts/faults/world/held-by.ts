import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What a process holds of a workspace that belongs to runs: open files, and how many inotify watches. */
export function heldBy(pid: number, workspace: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      if (path === "anon_inode:inotify") {
        const watches =
          readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, "utf8").split("inotify wd").length - 1;
        return watches === 0 ? [] : [`${watches} inotify watches`];
      }
      // Of the server itself: locks beside the notes.
      return path.startsWith(workspace) && path.includes("/subagents/") && !path.endsWith(".lock")
        ? [path]
        : [];
    } catch {
      // Closed since.
      return [];
    }
  });
}
