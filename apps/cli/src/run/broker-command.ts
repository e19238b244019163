/** This program as a broker, in the directory that is appended. */
export const brokerCommand = [process.execPath, process.argv[1] ?? "", "broker"];
