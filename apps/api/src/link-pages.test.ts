import { createHash } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const scriptOf = (html: string): string => /<script>([^]*)<\/script>/.exec(html)?.[1] ?? ''

/** The parts of a browser that the page needs, opened at a link whose button is pressed. */
async function press(html: string, answer: object) {
  const asked: { to: string; body: unknown }[] = []
  const said = { textContent: '' }
  const bar = { path: '' }
  let submit: (event: object) => Promise<void> = () => Promise.reject(new Error('nothing listens'))
  const form = {
    hidden: false,
    dataset: { to: /data-to="([^"]*)"/.exec(html)?.[1], done: /data-done="([^"]*)"/.exec(html)?.[1] },
    addEventListener: (_name: string, listener: typeof submit) => void (submit = listener),
  }
  const browser = {
    URLSearchParams,
    FormData: class extends Map<string, string> {
      constructor() {
        super(html.includes('name="password"') ? [['password', 'a new password']] : [])
      }
    },
    location: { hash: '#token=abc', pathname: '/account' },
    history: { replaceState: (_state: unknown, _title: string, path: string) => void (bar.path = path) },
    document: { querySelector: (what: string) => (what === 'form' ? form : said) },
    fetch: (to: string, { body }: { body: string }) => {
      asked.push({ to, body: JSON.parse(body) })
      return Promise.resolve({ json: () => Promise.resolve(answer) })
    },
  }
  runInContext(scriptOf(html), createContext(browser))
  const before = asked.length
  await submit({ preventDefault: () => {} })
  return { before, asked, said: said.textContent, isHidden: form.hidden, bar: bar.path }
}

test.each([
  ['/account/verify-email', { to: '/api/auth/verify-email', body: { token: 'abc' } }],
  ['/account/reset-password', { to: '/api/auth/password/reset', body: { token: 'abc', password: 'a new password' } }],
])('the page %s runs only its own script and sends nothing before its button is pressed', async (path, asked) => {
  const { status, headers, bytes } = await server.say('GET', path)
  const html = bytes.toString()
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
  const digest = createHash('sha256').update(scriptOf(html)).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src 'sha256-${digest}';`)
  expect(await press(html, { success: true })).toMatchObject({ before: 0, asked: [asked], isHidden: true, bar: '/account' })
  expect(await press(html, { success: false, error: 'of no use' })).toMatchObject({ said: 'of no use', isHidden: false })
})
