import { recover } from "@retinue/recovery";
const { result, ending } = await recover(process.argv[2]);
console.log(`${result.status}: ${ending.explanation}`);
console.log(result.answer);
console.log(result.token_usage, result.answer_source);
