/** What every program needs of the machine, read-only. A link among them is made again as a link. */
export const systemPlaces = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/etc",
  "/opt",
  "/nix",
];

/** Parts of hidden directories that programs need where they are there. */
export const systemParts = ["/run/current-system", "/var/lib/ca-certificates", "/etc/static"];

/** Beneath the system's places, and nobody's business. */
export const systemSecrets = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/docker",
  "/etc/kubernetes",
  "/etc/wireguard",
  "/etc/NetworkManager/system-connections",
];

/** Beneath a home directory: what a context path above them does not show. */
export const homeSecrets = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".config",
  ".local/share/keyrings",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".password-store",
  ".claude",
  ".claude.json",
  ".codex",
  ".gemini",
  ".mozilla",
  ".bash_history",
  ".zsh_history",
];
