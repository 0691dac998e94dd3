#!/bin/sh
# The npm client `stripe` with `maxNetworkRetries: 0` sends a POST twice when the server closes the connection without an answer.
#
# stripe 23.1.0 (npm), with Node 20 or newer, on Linux x64, seen 2026-11-28.
#
# The documentation of the client says that the option is the number of retries. With 0, a request whose connection the server closes without an answer is
# sent once more all the same, at once, because the client takes it for a kept-alive connection that had gone stale. It does so for a POST too, and on a
# connection that was never used before. An answer 500 is not repeated. Whoever counts on "0 retries = one request" may do something twice, unless every
# changing request has an idempotency key of its own: the repeated request carries the same one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund stripe@23.1.0
cat >ask.mjs <<'JS'
import { createServer } from 'node:http'
import { Stripe } from 'stripe'

async function ask(answer) {
  const keys = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume()
    request.on('end', () => answer(request, response))
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port: server.address().port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  const outcome = await stripe.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'refund:1' }).then(
    () => 'answered',
    (error) => error.type,
  )
  server.close()
  server.closeAllConnections()
  return `${keys.length} request(s), keys ${[...new Set(keys)].join()}, ${outcome}`
}

console.log('closed connection:', await ask((request) => request.socket.destroy()))
console.log('status 500:', await ask((_request, response) => response.writeHead(500).end('{"error":{"type":"api_error","message":"no"}}')))
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
closed connection: 2 request(s), keys refund:1, StripeConnectionError
status 500: 1 request(s), keys refund:1, StripeAPIError
SEEN
