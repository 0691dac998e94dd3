import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealWebhookSecret } from '../businesses/webhook-secret.ts'
import { keepOpened } from './open-secrets.ts'

const { publicKey, privateKey } = generateKeyPairSync('x25519')
const id = '00000000-0000-4000-8000-000000000001'
const sealed = (secret: string) => sealWebhookSecret(publicKey, { endpointId: id, secret })
const endpoint = { id, url: 'https://shop.example/hook', sealedSecret: sealed('first'), previousSealedSecret: null }

function opener() {
  const alarms: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void alarms.push(fields) }
  return { alarms, open: keepOpened({ webhookKey: privateKey, log }) }
}

test('a rotated secret signs the next delivery, with the former one beside it until that expires', () => {
  const { open } = opener()
  expect(open(endpoint)).toEqual({ secret: 'first' })
  expect(open({ ...endpoint })).toBe(open(endpoint))
  const rotated = { ...endpoint, sealedSecret: sealed('second'), previousSealedSecret: endpoint.sealedSecret }
  expect(open(rotated)).toEqual({ secret: 'second', previousSecret: 'first' })
  expect(open({ ...rotated, previousSealedSecret: null })).toEqual({ secret: 'second' })
  expect(open({ ...rotated, sealedSecret: sealed('third'), previousSealedSecret: null })).toEqual({ secret: 'third' })
})

test('a secret that does not open is tried again each time and raises an alarm each time', () => {
  const { open, alarms } = opener()
  const broken = { ...endpoint, sealedSecret: Buffer.from(endpoint.sealedSecret).fill(0, endpoint.sealedSecret.length - 16) }
  expect([open(broken), open(broken), open({ ...endpoint, previousSealedSecret: broken.sealedSecret })]).toEqual([
    undefined,
    undefined,
    { secret: 'first' },
  ])
  expect(open({ ...endpoint, previousSealedSecret: broken.sealedSecret })).toEqual({ secret: 'first' })
  expect(alarms).toHaveLength(4)
})
