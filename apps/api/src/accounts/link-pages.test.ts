import { assetUrl } from '@gateway/pages/assets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

test.each([
  ['/account/verify-email', '/api/auth/verify-email'],
  ['/account/reset-password', '/api/auth/password/reset'],
])(
  'the page %s runs only scripts with the nonce of its answer, and has nothing to send before a script takes the token',
  async (path, operation) => {
    const { status, headers, bytes } = await server.say('GET', path)
    const html = bytes.toString()
    expect([status, headers['content-type'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'no-referrer',
    ])
    const [, nonce = ''] = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(String(headers['content-security-policy'])) ?? []
    expect(html).toContain(`<script type="module" nonce="${nonce}" src="${assetUrl('account-link.js')}"></script>`)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain(`data-operation="${operation}"`)
    const again = (await server.say('GET', path)).headers['content-security-policy']
    expect(again).not.toBe(headers['content-security-policy'])
  },
)

test('the page is in the language of its reader', async () => {
  const { headers, bytes } = await server.say('GET', '/account/verify-email', { headers: { 'accept-language': 'fr-CH' } })
  expect([headers['content-language'], bytes.toString()]).toEqual(['fr', expect.stringContaining('Confirmez votre adresse e-mail')])
})
