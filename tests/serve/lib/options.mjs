// The options of a script as one table: parsing, defaults and --help come from it.
import { parseArgs } from 'node:util';

// table: { name: [default, help] }; the type of the default is the type of the option. Every script has --agon, --json and --help.
export function readOptions(purpose, table) {
  const all = {
    ...table,
    agon: [process.env.AGON ?? new URL('../../../build/release/agon', import.meta.url).pathname, 'the program under test (also: AGON in the environment)'],
    json: [false, 'print one JSON object instead of a table'],
    help: [false, 'print this'],
  };
  const kinds = Object.fromEntries(Object.entries(all).map(([name, [value]]) => [name, { type: value === false ? 'boolean' : 'string' }]));
  let given;
  try {
    given = parseArgs({ options: kinds }).values;
  } catch (problem) {
    console.error(problem.message);
    process.exit(2);
  }
  if (given.help) {
    console.log(`${purpose}\n`);
    for (const [name, [value, help]] of Object.entries(all)) console.log(`  --${name.padEnd(14)} ${help}${value === false ? '' : ` [${value}]`}`);
    process.exit(0);
  }
  return Object.fromEntries(Object.entries(all).map(([name, [value]]) => [name, converted(name, given[name], value)]));
}

function converted(name, given, fallback) {
  if (given === undefined) return fallback;
  if (typeof fallback !== 'number') return given;
  const number = Number(given);
  if (Number.isFinite(number) && number >= 0) return number;
  console.error(`--${name} must be a number`);
  process.exit(2);
}
