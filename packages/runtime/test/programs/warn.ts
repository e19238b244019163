// Opens a lock, then warns of something of its own.
import { lockDatabase } from "@retinue/contained-fs";

lockDatabase(process.argv[2] as string).close();
process.emitWarning("something else");
