// Crashes of the server and of players. First `kill -9` again and again: whatever was acknowledged must be there afterwards, once
// and unchanged, and every match must end. Then one bad player at a time: the match goes on, and the fault has the right name.
import { playBadPlayers } from './lib/bad_players.mjs';
import { Checks } from './lib/checks.mjs';
import { killAgainAndAgain } from './lib/crashes.mjs';
import { readOptions } from './lib/options.mjs';

const options = readOptions('Fault tests of agon serve: kill -9 under load, and players that misbehave.', {
  kills: [20, 'how often the server is killed'],
  remotes: [50, 'matches between scripted players'],
  people: [10, 'matches of people who play through REST'],
  games: ['tictactoe,connectfour,breakthrough', 'what the scripted players play'],
});
const checks = new Checks(options.json);
const crashes = await killAgainAndAgain(options, checks);
await playBadPlayers(options, checks);
process.exit(checks.finish(crashes));
