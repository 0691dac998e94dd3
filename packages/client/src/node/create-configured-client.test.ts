import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openGateway } from '../test-gateway.ts'
import { createConfiguredClient } from './create-configured-client.ts'

/** Names a file of this text in `SERVICE_CONFIG`. */
function configured(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'config.json')
  writeFileSync(path, text)
  chmodSync(path, mode)
  vi.stubEnv('SERVICE_CONFIG', path)
  return path
}

beforeEach(() => {
  vi.stubEnv('SERVICE_API_KEY', '')
  vi.stubEnv('SERVICE_BASE_URL', '')
  vi.stubEnv('SERVICE_CONFIG', '')
})

describe('the configuration file', () => {
  test('holds the address and the key of the client', async () => {
    const { url, received } = await openGateway({ body: {} })
    configured(JSON.stringify({ apiKey: 'gw_live_file', baseUrl: `${url}/api` }))
    await createConfiguredClient().health.live()
    expect(received).toMatchObject([{ path: '/health/live', headers: { authorization: 'Bearer gw_live_file' } }])
  })

  test('is overridden by the environment, and that by the options', async () => {
    const { url, received } = await openGateway({ body: {} })
    configured(JSON.stringify({ apiKey: 'gw_live_file', baseUrl: url }))
    vi.stubEnv('SERVICE_API_KEY', 'gw_live_env')
    await createConfiguredClient().health.live()
    await createConfiguredClient({ apiKey: 'gw_live_own' }).health.live()
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer gw_live_env', 'Bearer gw_live_own'])
  })

  test('sends its key to no other gateway than its own', async () => {
    const { url, received } = await openGateway({ body: {} })
    configured(JSON.stringify({ apiKey: 'gw_live_file', baseUrl: 'https://pay.example' }))
    await createConfiguredClient({ baseUrl: url }).health.live()
    configured(JSON.stringify({ apiKey: 'gw_live_file', baseUrl: url }))
    await createConfiguredClient({ baseUrl: `${url}/api/` }).health.live()
    configured(JSON.stringify({ apiKey: 'gw_live_file' }))
    await createConfiguredClient({ baseUrl: url }).health.live()
    expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer gw_live_file', 'Bearer gw_live_file'])
  })

  test('is looked for in the home folder, where it may be missing', async () => {
    const { url, received } = await openGateway({ body: {} })
    const home = mkdtempSync(join(tmpdir(), 'gateway-home-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    vi.stubEnv('HOME', home)
    expect(() => createConfiguredClient()).toThrow('SERVICE_BASE_URL')
    mkdirSync(join(home, '.config/gateway'), { recursive: true })
    writeFileSync(join(home, '.config/gateway/config.json'), JSON.stringify({ baseUrl: url }), { mode: 0o600 })
    await createConfiguredClient().health.live()
    expect(received).toHaveLength(1)
  })

  test.each([
    ['{"apiKey": "gw_live_secret"', 'holds no JSON object'],
    ['["gw_live_secret"]', 'holds no JSON object'],
    ['{"apikey": "gw_live_secret"}', 'unknown member apikey'],
    ['{"apiKey": 7}', 'apiKey in'],
  ])('is refused when it is %s, without its content', (text, message) => {
    configured(text)
    expect(() => createConfiguredClient()).toThrow(message)
    expect(() => createConfiguredClient()).not.toThrow('gw_live_secret')
  })

  test('is refused when other users can read it, and when the named one is missing or no file', () => {
    const path = configured('{}', 0o640)
    expect(() => createConfiguredClient()).toThrow(`${path} is open to other users: chmod 600 closes it`)
    chmodSync(path, 0o600)
    expect(() => createConfiguredClient()).toThrow('SERVICE_BASE_URL')
    rmSync(path)
    expect(() => createConfiguredClient()).toThrow(`${path} does not exist`)
    mkdirSync(path, { mode: 0o700 })
    expect(() => createConfiguredClient()).toThrow(`${path} cannot be read`)
  })
})
