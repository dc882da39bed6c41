// Titles and names that play tricks: cut within a letter, control characters, marks that turn the direction of writing around.
import { Checks } from '../lib/checks.mjs';
import { readOptions } from '../lib/options.mjs';
import { matchOrder, person, Rest } from '../lib/rest.mjs';
import { Server } from '../lib/server.mjs';

const options = readOptions('Is the text of strangers kept without tricks?', {});
const checks = new Checks(options.json);
const server = await new Server(options.agon).start();
const rest = new Rest(server.url);
const kTricks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;

try {
  const made = await rest.newMatch(matchOrder('tictactoe', [person('ad\u202enimda'), person('\u001b[2Jbob\u2066\u0000')], { title: '\ufeffchess\u2028\u202egame', play_clock: 0 }));
  const view = (await rest.get(`/api/matches/${made.id}`)).json;
  checks.check('a title has no tricks', view.title === 'chessgame', JSON.stringify(view.title));
  checks.check('names have none', view.seats.map((seat) => seat.name).join() === 'adnimda,[2Jbob', JSON.stringify(view.seats.map((seat) => seat.name)));
  const nobody = await rest.newMatch(matchOrder('tictactoe', [person('\u202e\u202e'), person('b')], { play_clock: 0 }));
  checks.check('a name of tricks alone is no name', (await rest.get(`/api/matches/${nobody.id}`)).json.seats[0].name === 'a person');

  await rest.post(`/api/matches/${made.id}/abort`, {}, { token: made.owner });
  const record = await endedRecord(made.id);
  const long = `${'x'.repeat(199)}\u00e9\u56f2`;
  const imported = await rest.post('/api/records', { ...record, game: long, players: [long, `\u202e${long}`] });
  checks.check('a record with long names is taken', imported.status === 201, imported.body.slice(0, 200));
  const shown = (await rest.get(`/api/matches/${imported.json?.id}`)).json;
  const texts = [shown.title, ...(shown.seats ?? []).map((seat) => seat.name)];
  checks.check('they are cut between letters', texts.length === 3 && texts.every((text) => text === 'x'.repeat(199)), JSON.stringify(texts).slice(-60));
  const list = (await rest.get('/api/matches')).json.matches;
  checks.check('no list has tricks', list.length === 3 && list.every((match) => !kTricks.test(match.title + match.seats.map((seat) => seat.name).join(''))));
} finally {
  await server.remove();
}
process.exit(checks.finish());

async function endedRecord(id) {
  for (;;) {
    const record = (await rest.get(`/api/matches/${id}/record`)).json;
    if (record.end !== 'still being played') return record;
  }
}
