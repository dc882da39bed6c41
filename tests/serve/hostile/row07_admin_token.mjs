// Who may administrate: empty and unusable admin tokens, and a server that others reach without one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { Rest } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Can the administration be opened by mistake?', {});
const checks = new Checks(options.json);
const folder = mkdtempSync(join(tmpdir(), 'agon-token-'));
const kTournament = { title: '', games: ['tictactoe'], players: ['random', 'first-legal'], rounds: 1, time: 1, start_time: 0, gauntlet: false };
const kToken = 'a-long-enough-token';

try {
  for (const [what, text] of [['an empty file', ''], ['a blank file', ' \n\t\n'], ['a short token', 'abc\n'], ['a token with blanks', 'twelve letters and more\n']])
    refused(what, ['--admin-token-file', tokenFile(text)]);
  refused('a file that is missing', ['--admin-token-file', join(folder, 'missing')]);
  refused('an empty --admin-token', ['--admin-token', '']);
  refused('a blank --admin-token', ['--admin-token', '   ']);

  await serving(['--admin-token-file', tokenFile(`\n ${kToken} \r\n`)], async (server, rest) => {
    checks.check('without the token no tournament starts', (await rest.post('/api/tournaments', kTournament)).status === 403);
    checks.check('with it one does', (await rest.post('/api/tournaments', kTournament, { token: kToken })).status === 201);
    checks.check('a private token file is nothing to warn about', !/chmod/.test(server.log), server.log);
  });
  await serving(['--admin-token-file', tokenFile(kToken, 0o644)], (server) => {
    checks.check('a token file that others can read is warned about', /can be read by other users/.test(server.log), server.log);
  });
  for (const beyond of [['--address', '0.0.0.0'], ['--host', 'games.example.org']]) {
    await serving(beyond, async (server, rest) => {
      checks.check(`${beyond.join(' ')} without a token warns, even with --quiet`, /has no admin token/.test(server.log), server.log);
      const answer = await rest.post('/api/tournaments', kTournament);
      checks.check(`${beyond.join(' ')} without a token is closed, not open`, answer.status === 403 && /admin token/.test(answer.json.message), answer.status);
      const info = (await rest.get('/api/info')).json;
      checks.check(`${beyond.join(' ')}: /api/info says so`, info.administration === 'closed' && info.admin_needed === true, info.administration);
    });
  }
  await serving([], async (server, rest) => {
    checks.check('a private server stays open, without a warning', (await rest.post('/api/tournaments', kTournament)).status === 201 && server.log === '', server.log);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(checks.finish());

function tokenFile(text, mode = 0o600) {
  const file = join(folder, 'token');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

// It must end by itself, with words.
function refused(what, args) {
  const ran = spawnSync(options.agon, ['serve', '--port', '0', '--store', ':memory:', ...args], { encoding: 'utf8', timeout: 3000 });
  checks.check(`${what} is refused with words`, ran.status > 0 && ran.stderr.length > 20, `${ran.status ?? ran.signal}: ${ran.stderr.split('\n')[0]}`);
}

async function serving(args, work) {
  const server = await new Server(options.agon, args).start();
  try {
    await work(server, new Rest(server.url));
  } finally {
    await server.remove();
  }
}
