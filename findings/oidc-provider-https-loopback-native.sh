#!/bin/sh
# One https address on the user's own machine makes a whole native client of the npm package `oidc-provider` unusable, its good addresses included.
#
# oidc-provider 9.13.3 (npm), with Node 20 or newer, on Linux x64, seen 2026-11-29.
#
# RFC 8252 lets native apps use loopback addresses over http, and https addresses that the system hands to the app. A confident guess is that an https
# loopback address of a native client either works or is refused when it is used. It is neither: the schema of clients refuses it, and because clients of an
# adapter are checked when they are read, every request that names the client fails, also with its other, allowed address. A web client takes the same
# address. Whoever stores clients must refuse such addresses when they are registered.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund oidc-provider@9.13.3
cat >ask.mjs <<'JS'
import { Provider } from 'oidc-provider'

console.info = console.warn = () => {}
const good = 'http://127.0.0.1/signed-in'
const ask = async (application_type, redirect_uris) => {
  const client = { client_id: 'app', client_secret: 'secret', application_type, redirect_uris, response_types: ['code'], grant_types: ['authorization_code'] }
  class Adapter {
    constructor(model) { this.model = model }
    async find() { return this.model === 'Client' ? client : undefined }
  }
  const provider = new Provider('http://127.0.0.1:3000', { adapter: Adapter })
  return provider.Client.find('app').then(
    (found) => (found.redirectUriAllowed(redirect_uris[0]) ? 'found' : 'found without its address'),
    (error) => `${error.error}: ${error.error_description}`,
  )
}

console.log('native, http:', await ask('native', [good]))
console.log('native, https as well:', await ask('native', [good, 'https://localhost:3000/signed-in']))
console.log('web, https:', await ask('web', ['https://app.example/signed-in', 'https://localhost:3000/signed-in']))
JS
node ask.mjs 2>/dev/null | tee seen
diff - seen <<'SEEN'
native, http: found
native, https as well: invalid_redirect_uri: redirect_uris for native clients using claimed HTTPS URIs must not be using localhost as hostname
web, https: found
SEEN
