import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../http/errors/error-codes.ts'
import { placesOf, restProcedures } from '../http/procedures/rest.ts'
import { appRouter } from '../router.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { html } from '@gateway/pages/html'

const pages = ['/docs', '/docs/webhooks', '/docs/errors', '/docs/testing', '/docs/reference']
let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const read = async (path: string) => {
  const { status, headers, bytes } = await server.say('GET', path)
  return { status, headers, text: bytes.toString('utf8') }
}
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

describe.each(pages)('%s', (path) => {
  test('contains no scripts and loads nothing from other origins', async () => {
    const { status, headers, text } = await read(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/)
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toMatch(/<script|<iframe|<img|style="|onclick|\{\{/i)
    expect(all(text, /<link[^>]+href="([^"]+)"/g)).toEqual(['/docs/style.css'])
    expect(all(text, /<title>([^<]+)</g)).toHaveLength(1)
    expect(all(text, /<h1[^>]*>([^<]+)/g)).toHaveLength(1)
  })

  test('contains no broken link', async () => {
    const { text } = await read(path)
    for (const link of new Set(all(text, /href="(\/[^"]*)"/g))) {
      const [address = '', anchor] = link.split('#')
      const target = await read(address)
      expect([link, target.status]).toEqual([link, 200])
      expect([link, anchor === undefined || target.text.includes(`id="${anchor}"`)]).toEqual([link, true])
    }
  })
})

test('the quick start installs no package that a third party could have published', async () => {
  const { text } = await read('/docs')
  expect(all(text, /npm install (\S+)/g)).toEqual(['./gateway-client-*.tgz'])
})

test('the webhook guide names every header of a delivery and every related operation', async () => {
  const { text } = await read('/docs/webhooks')
  const { body: description } = await server.say('GET', '/openapi.json')
  const { webhooks } = description as { webhooks: Record<string, { post: { parameters: { name: string }[] } }> }
  for (const { name } of webhooks['payment.completed']?.post.parameters ?? []) expect(text).toContain(`<code>${name}</code>`)
  for (const { name, rest } of restProcedures(appRouter).filter(({ rest }) => rest.path.includes('webhook') || rest.tag === 'webhooks'))
    expect(text).toContain(
      `<a href="/docs/reference#${name.replaceAll('.', '_')}"><code>${rest.method.toUpperCase()} ${rest.path}</code></a>`,
    )
})

test('the reference lists every operation with all its addresses, and the error page every code', async () => {
  const { text: reference } = await read('/docs/reference')
  const sections = new Map(reference.split('<section id="').map((section) => [section.slice(0, section.indexOf('"')), section]))
  for (const { name, rest } of restProcedures(appRouter)) {
    const places = placesOf(rest).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const shown = all(sections.get(name.replaceAll('.', '_')) ?? '', /<p class="place">(.*?)<\/p>/gs)
    expect([
      name,
      shown.map((place) =>
        place
          .replace(/<[^>]*>/g, '')
          .replace('Also: ', '')
          .trim(),
      ),
    ]).toEqual([name, places])
  }
  const { text: errors } = await read('/docs/errors')
  for (const code of Object.keys(errorCodes)) expect(errors).toContain(`<code>${code}</code>`)
})

test('/llms.txt lists the pages and the operations', async () => {
  const { status, headers, text } = await read('/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('https://gateway.test/docs/webhooks')
  expect(text).toContain('`POST /api/payments/create`: Create a payment')
})

test('a test key creates no payments: the guide, the operation and /llms.txt say so', async () => {
  const { text: guide } = await read('/docs/testing')
  expect(guide).toMatch(/test key creates no payments.+501 <code>NOT_IMPLEMENTED<\/code>/s)
  const { text: reference } = await read('/docs/reference')
  expect(reference).toContain('Test keys create no payments yet: 501 <code>NOT_IMPLEMENTED</code>')
  expect((await read('/llms.txt')).text).toMatch(/docs\/testing\): .+test key creates no payments/)
})

test('html`` escapes every value of a template', () => {
  expect(html`<p title="${'"'}">${'<script>'}${['&', html`<b>${"'"}</b>`]}${undefined}</p>`.markup).toBe(
    '<p title="&quot;">&lt;script&gt;&amp;<b>&#39;</b></p>',
  )
})
