import { allExceptions } from '@gateway/domain/payments/assessment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../http/errors/error-codes.ts'
import { placesOf, restProcedures } from '../http/procedures/rest.ts'
import { describeApi } from '../openapi.ts'
import { appRouter } from '../router.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { addressOf } from './page.ts'
import { docPages } from './routes.ts'
import { testDeployment } from './test-deployment.ts'

const description = describeApi(appRouter, 'https://gateway.test')
const known = docPages(description, testDeployment)
const pages = [...known.map(addressOf), '/docs/search', '/docs/search?q=underpaid']
let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const read = async (path: string) => {
  const { status, headers, bytes } = await server.say('GET', path)
  return { status, headers, text: bytes.toString('utf8') }
}
const texts = new Map<string, ReturnType<typeof read>>()
/** Reads each page once: all of them link to all others. */
const readOnce = (path: string) => texts.get(path) ?? texts.set(path, read(path)).get(path) ?? read(path)
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

describe.each(pages)('%s', (path) => {
  test('runs and loads only files of this origin, and has no inline script, style or handler', async () => {
    const { status, headers, text } = await readOnce(path)
    expect([status, headers['content-type'], headers['referrer-policy']]).toEqual([200, 'text/html; charset=utf-8', 'no-referrer'])
    expect(String(headers['content-security-policy']).split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"]),
    )
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).not.toMatch(/<style|<iframe|<img|\sstyle=|\son\w+=|javascript:|\{\{|undefined|\[object/i)
    expect(all(text, /<script([^>]*)>/g).every((attributes) => attributes.includes('src="/assets/'))).toBe(true)
    expect(all(text, /<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g).filter((file) => !/^(?:\/assets\/|data:,$)/.test(file))).toEqual([])
    expect([all(text, /<title>([^<]+)</g).length, all(text, /<(h1)>/g).length, all(text, /<main[^>]*(id="text")/g).length]).toEqual([
      1, 1, 1,
    ])
  })

  test('uses no id twice', async () => {
    const ids = all((await readOnce(path)).text, /\sid="([^"]+)"/g)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('contains no broken link and no broken anchor', async () => {
    const { text } = await readOnce(path)
    const links = new Set([...all(text, /\shref="([^"]+)"/g), ...all(text, /\ssrc="([^"]+)"/g)])
    expect([...links].filter((link) => !/^(?:\/|#|data:,$)/.test(link))).toEqual([])
    for (const link of links) {
      if (link === 'data:,') continue
      const [address, anchor] = link.split('#')
      const target = await readOnce(address === '' ? path : (address ?? ''))
      expect([link, target.status]).toEqual([link, 200])
      expect([link, anchor === undefined || target.text.includes(`id="${anchor}"`)]).toEqual([link, true])
    }
  })
})

test('the quick start installs no package that a third party could have published', async () => {
  const { text } = await readOnce('/docs')
  expect(all(text.replaceAll(/<[^>]*>/g, ''), /npm install (\S+)/g)).toEqual(['./gateway-client-*.tgz'])
})

test('code is drawn in its four colours, and reads as it is without them', async () => {
  const { text } = await readOnce('/docs')
  expect(text).toContain('<span class="k">import</span> { createClient } <span class="k">from</span>')
  expect(new Set(all(text, /<span class="([ksnc])">/g))).toEqual(new Set(['k', 's', 'n']))
})

test('the webhook guide names every header of a delivery', async () => {
  const { text } = await readOnce('/docs/webhooks')
  // Written by `webhooks.ts` in this shape.
  const webhooks = description.webhooks as Record<string, { post: { parameters: { name: string }[] } }>
  for (const { name } of webhooks['payment.completed']?.post.parameters ?? []) expect(text).toContain(`<code>${name}</code>`)
  for (const name of Object.keys(webhooks)) expect(text).toContain(`<a href="/docs/reference/events#${name}"><code>${name}</code></a>`)
})

test('the reference has a section of every operation with all its addresses, and lists them all on one page', async () => {
  const { text: index } = await readOnce('/docs/reference')
  for (const { name, rest } of restProcedures(appRouter)) {
    const id = name.replaceAll('.', '_')
    expect(index).toContain(`<a href="/docs/reference/${rest.tag}#${id}">`)
    const { text } = await readOnce(`/docs/reference/${rest.tag}`)
    const section = text.slice(text.indexOf(`<h2 id="${id}">`)).split('</section>')[0] ?? ''
    const shown = all(section, /<div class="endpoint">(.*?)<button/gs).map((place) => place.replaceAll(/<[^>]*>|Also/g, ' ').trim())
    const places = placesOf(rest).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect([name, shown.map((place) => place.replaceAll(/\s+/g, ' '))]).toEqual([name, places])
  }
})

test('the assets of the deployment, and no others, are offered for payments', async () => {
  const { text } = await readOnce('/docs/reference/payments')
  const member = text.slice(text.indexOf('id="payments_create.blockchain"')).split('</li>')[0] ?? ''
  expect(all(member, /<code>([A-Z_]+)<\/code>/g)).toEqual(['BTC', 'ETH', 'USDC_ETH'])
  // Rates are offered for every coin that the sources price.
  for (const page of pages.filter((address) => address !== '/docs/reference/rates'))
    expect((await readOnce(page)).text).not.toMatch(/USDC_(?:SOL|POL)/)
})

test('the pages of errors and of what goes wrong have an anchor for every code and every exception', async () => {
  const { text: errors } = await readOnce('/docs/errors')
  for (const code of Object.keys(errorCodes)) expect(errors).toMatch(new RegExp(`<tr role="row" +id="${code}">`))
  const { text: wrong } = await readOnce('/docs/goes-wrong')
  for (const flag of allExceptions) expect(wrong).toMatch(new RegExp(`<tr role="row" +id="${flag}">`))
})

test('a test key creates no payments: the guide, the operation and /llms.txt say so', async () => {
  expect((await readOnce('/docs/testing')).text).toMatch(/test key creates no payments.+501 <code>NOT_IMPLEMENTED<\/code>/s)
  expect((await readOnce('/docs/reference/payments')).text).toContain('Test keys create no payments yet: 501 <code>NOT_IMPLEMENTED</code>')
  expect((await read('/llms.txt')).text).toMatch(/docs\/testing\): .+test key creates no payments/)
})

test('/llms.txt lists every page and every operation', async () => {
  const { status, headers, text } = await read('/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const page of known) expect(text).toContain(`- [${page.title}](https://gateway.test${addressOf(page)}): ${page.summary}`)
  for (const { rest } of restProcedures(appRouter))
    expect(text).toContain(`- \`${rest.method.toUpperCase()} ${rest.path}\`: ${rest.summary}`)
})

describe('the search', () => {
  test('leads from every entry of its index to a place that exists', async () => {
    const { body } = await server.say('GET', '/docs/search.json')
    const entries = Object.values(body) as { href: string; title: string }[]
    const titles = entries.map(({ title }) => title)
    expect(titles).toEqual(
      expect.arrayContaining(['Quick start', 'Underpaid', 'Create a payment', 'payment.completed', 'amount_due', 'RATE_LIMITED']),
    )
    for (const { href } of entries) {
      const [address = '', anchor] = href.split('#')
      expect([href, anchor === undefined || (await readOnce(address)).text.includes(`id="${anchor}"`)]).toEqual([href, true])
    }
  })

  test('answers without scripts, with the best result first', async () => {
    const { text } = await read('/docs/search?q=usage+limit')
    expect(all(text, /<ul class="results">\s*<li>\s*<a href="([^"]+)"/g)).toContain('/docs/errors#USAGE_LIMIT_EXCEEDED')
    expect((await read('/docs/search?q=nothing+like+this')).text).toContain('Nothing for “nothing like this”')
  })

  test('shows a query as text, whatever it contains', async () => {
    const { text } = await read(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})
