// Rule sheets that want more than there is: time, memory, stack. Each has one role, so that one seat makes a match of it.
const frame = `
(role robot) (init (at 0)) (<= (legal robot go) (true (at ?x))) (<= (goal robot 100) (role robot))
(<= terminal (true (never)))
`;
const digits = '0 1 2 3 4 5 6 7 8 9'.split(' ');
const chain = (n) => Array.from({ length: n }, (_, i) => `(<= (p${i} ?x) (p${i + 1} ?x))`).join('\n');
const vars = (n) => Array.from({ length: n }, (_, i) => `?v${i}`);

export const kSheets = {
  'parentheses 100000 deep': `(role ${'('.repeat(100_000)}a${')'.repeat(100_000)})`,
  'a term 5000 deep': `${frame}(<= (next (at ?x)) (true (at ?x)))(init (at ${'(s '.repeat(5000)}0${')'.repeat(5000)}))`,
  'terms that grow for ever': `${frame}(<= (next (at (s ?x))) (true (at ?x)))`,
  'a relation that grows for ever': `${frame}(<= (next (at ?x)) (true (at ?x)))(n 0)(<= (n (s ?x)) (n ?x))(<= (next (seen ?x)) (n ?x))`,
  'terms that double': `${frame}(<= (next (at (pair ?x ?x))) (true (at ?x)))`,
  'a negation of itself': `${frame}(<= (a ?x) (true (at ?x)) (not (b ?x)))(<= (b ?x) (true (at ?x)) (not (a ?x)))(<= (next (at ?x)) (a ?x))`,
};

// Those that may use up their whole limit.
export const kSlowSheets = {
  'a chain of 20000 rules': `${frame}(<= (next (at ?x)) (true (at ?x)))${chain(20_000)}(p20000 1)(<= (next (at ?x)) (p0 ?x))`,
  'a million million combinations': `${frame}${digits.map((d) => `(d ${d})`).join(' ')}(<= (next (at (${['f', ...vars(12)].join(' ')}))) ${vars(12).map((v) => `(d ${v})`).join(' ')})`,
  'a megabyte of rules': frame + Array.from({ length: 26_000 }, (_, i) => `(<= (next (at ${i})) (true (at ${i + 1})))`).join('\n').slice(0, 1_000_000 - frame.length).replace(/\n[^\n]*$/, ''),
};

// One step is small, and the next one twice as large: what counts is the sum of all that a request or a match does.
export const kGrowingSheets = {
  'a state that doubles': '(role r)(init (s 0))(<= (legal r go)(role r))(<= (next (s (f ?x)))(true (s ?x)))(<= (next (s (g ?x)))(true (s ?x)))(<= (goal r 50)(role r))(<= terminal (true n))',
  'legal moves that multiply': `(role r)(init (n a))(init (n b))${digits.map((d) => `(d ${d})`).join('')}
(<= (legal r (m ?a ?b ?c ?d ?e ?f ?g)) (true (n ?x)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g))
(<= (next (n ?x)) (true (n ?x)))(<= (goal r 50)(role r))(<= terminal (true n))`,
  'a term that doubles in a legal move': '(role r)(init (at 0))(<= (legal r (go ?x ?x ?x ?x)) (true (at ?x)))(<= (next (at ?m)) (does r ?m))(<= (goal r 50)(role r))(<= terminal (true n))',
  'conditions nested 900 deep': `(role r)(init (at 0))(<= (legal r go) ${'(not (and (true (at 0)) '.repeat(450)}(true (at 1))${'))'.repeat(450)})(<= (next (at 0)) (true (at 0)))(<= (goal r 50)(role r))(<= terminal (true n))`,
};

// About 960 KB each, wrong in every line, in ways that have cost the reader, the checks or the list of findings more than linear time.
const lines = (line) => Array.from({ length: 960_000 / (line(99_999).length + 1) }, (_, i) => line(i)).join('\n');
export const kFaultySheets = {
  'unsafe rules': () => lines((i) => `(<= (p${i} ?x) (q ?y) (not (r ?z)))`),
  'one long line of unsafe rules': () => lines((i) => `(<= (p${i} ?x) (q ?y) (not (r ?z)))`).replaceAll('\n', ' '),
  'conditions that are none': () => `(<= (p a) ${lines(() => '?x').replaceAll('\n', ' ')})`,
  'parentheses that close nothing': () => lines(() => ')'),
  'names that differ in one letter': () => lines((i) => `(<= (legal${i} robot) (tru (cell ${i} ${i + 1})))`),
  'libraries': () => lines((i) => `(include library${i} resource)`),
};
