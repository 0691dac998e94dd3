#!/bin/sh
# @hey-api/openapi-ts generates one media type of a request body, application/json wherever it stands, and drops the files of the other without a word.
#
# @hey-api/openapi-ts 0.99.0 (npm) with TypeScript 5.9.3 on Node.js 20, on Linux x64, seen 2026-11-30.
#
# The guess: an operation whose body may be application/json or multipart/form-data (OpenAPI 3.1.1, Request Body Object: `content` is a map of media types, and the most
# specific one applies) becomes a union of two bodies, as openapi-typescript writes it; or at least the first one wins, so the author can choose by order. Seen
# instead: JSON wins in either order; the member that is a file does not exist in the types, the function always sends `Content-Type: application/json`, and
# nothing is logged. Alone, the same multipart body has its file. So an API that adds files to an operation of texts has to hand this generator a description
# with that type only.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >package.json <<'JSON'
{ "type": "module", "private": true, "dependencies": { "@hey-api/openapi-ts": "0.99.0", "typescript": "5.9.3" } }
JSON
npm install --silent --no-audit --no-fund
cat >generate.js <<'JS'
import { createClient } from '@hey-api/openapi-ts'
import { readFileSync } from 'node:fs'
const [note, scan] = [{ type: 'string' }, { type: 'string', format: 'binary' }]
const bodies = {
  'application/json': { schema: { type: 'object', properties: { note } } },
  'multipart/form-data': { schema: { type: 'object', properties: { note, scan } } },
}
for (const types of [['application/json', 'multipart/form-data'], ['multipart/form-data', 'application/json'], ['multipart/form-data']]) {
  const content = Object.fromEntries(types.map((type) => [type, bodies[type]]))
  const post = { operationId: 'send', requestBody: { content }, responses: { 204: { description: 'Done.' } } }
  const input = { openapi: '3.1.1', info: { title: 'Files', version: '1' }, paths: { '/files': { post } } }
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
  await createClient({ input, output: { path: 'out', entryFile: false }, plugins, logs: { level: 'silent', file: false } })
  const body = /SendData = \{\s+body\?: \{([^}]*)\}/.exec(readFileSync('out/types.gen.ts', 'utf8'))[1]
  const sent = /'Content-Type': ('[^']+'|null)/.exec(readFileSync('out/sdk.gen.ts', 'utf8'))[1]
  console.log(`${types.join(' or ')}: members ${body.match(/\w+(?=\?:)/g).join(', ')}; sent as ${sent}`)
}
JS
seen=$(node generate.js)
echo "$seen"
[ "$seen" = "application/json or multipart/form-data: members note; sent as 'application/json'
multipart/form-data or application/json: members note; sent as 'application/json'
multipart/form-data: members note, scan; sent as null" ]
