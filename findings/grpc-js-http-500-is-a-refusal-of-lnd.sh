#!/bin/sh
# A proxy's page "500" reaches a client of LND with the same gRPC code as a refusal that LND itself answers, and 502, 503 and 504 do not.
#
# @grpc/grpc-js 1.14.0 (npm), with Node 20 or newer, on Linux x64, seen 2026-11-29.
#
# LND answers what it refuses ("invoice expired", "self-payments not allowed") as plain errors, whose gRPC code is 2, UNKNOWN. A confident guess is that code 2
# of a send therefore means "refused, nothing was recorded", and that trouble on the way has code 14, UNAVAILABLE. The library maps 429, 502, 503 and 504 of a
# proxy to 14, but 500 to 2, as the table of gRPC has it for every status without a row. Only the text differs. Whoever frees money on code 2 must first
# ask the node (TrackPaymentV2) whether it knows the payment.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.0
cat >ask.mjs <<'JS'
import { createServer } from 'node:http2'
import grpc from '@grpc/grpc-js'

const bytes = (all) => all
async function ask(headers) {
  const server = createServer().on('stream', (stream) => stream.respond(headers, { endStream: true }))
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const client = new grpc.Client(`127.0.0.1:${server.address().port}`, grpc.credentials.createInsecure())
  const error = await new Promise((done) => client.makeUnaryRequest('/routerrpc.Router/SendPaymentV2', bytes, bytes, Buffer.alloc(0), done))
  client.close()
  server.close()
  return `code ${error.code}, ${error.details}`
}

console.log('the node refuses:', await ask({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '2', 'grpc-message': 'invoice expired' }))
for (const status of [500, 502, 503, 504]) console.log(`a proxy says ${status}:`, await ask({ ':status': status, 'content-type': 'text/html' }))
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
the node refuses: code 2, invoice expired
a proxy says 500: code 2, Received HTTP status code 500
a proxy says 502: code 14, Received HTTP status code 502
a proxy says 503: code 14, Received HTTP status code 503
a proxy says 504: code 14, Received HTTP status code 504
SEEN
