/** Where the container sees the directory of its socket. */
export const modelDirectory = "/models";
export const modelSocket = `${modelDirectory}/model.sock`;

/** Of the container's own loopback. */
export const bridgePort = 48_484;
/** What programs that only know TCP are pointed to. */
export const bridgeUrl = `http://127.0.0.1:${bridgePort}`;
