import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

const PAGE =
  '<script type="module" nonce="__NONCE__" src="/dashboard/assets/main-Ab1.js"></script><link nonce="__NONCE__" rel="stylesheet">'
const folder = mkdtempSync(join(tmpdir(), 'portal-'))
let server: TestServer
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'assets/main-Ab1.js'), 'start()')
  writeFileSync(join(folder, 'assets/main-Ab1.css'), 'a{}')
  server = await startTestServer(undefined, {}, { portalFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string) => server.say('GET', path, { headers: { accept: 'text/html' } })

describe('the portal', () => {
  test.each(['/dashboard', '/dashboard/', '/dashboard/sign-in', '/dashboard/b/x/payments?q=1'])(
    'the portal is one page at %s',
    async (path) => {
      const { status, headers, bytes } = await open(path)
      const nonce = /nonce="([^"]+)"/.exec(bytes.toString())?.[1] ?? ''
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store'])
      expect(bytes.toString()).toBe(PAGE.replaceAll('__NONCE__', nonce))
      expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
    },
  )

  test('the portal has a nonce of its own in each answer', async () => {
    const pages = [await open('/dashboard'), await open('/dashboard')].map(({ bytes }) => bytes.toString())
    expect(new Set(pages).size).toBe(2)
  })

  test.each([
    ['main-Ab1.js', 'text/javascript; charset=utf-8', 'start()'],
    ['main-Ab1.css', 'text/css; charset=utf-8', 'a{}'],
  ])('serves %s, which browsers keep', async (name, type, content) => {
    const { status, headers, bytes } = await open(`/dashboard/assets/${name}`)
    expect([status, headers['content-type'], bytes.toString()]).toEqual([200, type, content])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('the portal has no page in the place of a file of another build', async () => {
    expect((await open('/dashboard/assets/main-Zz9.js')).status).toBe(404)
  })

  test('the portal is where the bare address leads', async () => {
    const { status, headers } = await open('/')
    expect([status, headers['location']]).toEqual([303, '/dashboard'])
  })
})

test('without a built portal there is none', async () => {
  const bare = await startTestServer()
  expect((await bare.say('GET', '/dashboard', { headers: { accept: 'text/html' } })).status).toBe(404)
  await bare.close()
})
