import { BadSettings } from '@gateway/operations/kernel/settings'
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { findMail } from './emails.ts'

const { privateKey } = generateKeyPairSync('x25519')
const complete = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://gateway@127.0.0.1:5432/gateway',
  CHAINS: 'BTC',
  BTC_NETWORK: 'regtest',
  WORKER_ROLES: 'webhooks',
  WEBHOOK_OPENING_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
}
const find = (settings: Readonly<Record<string, string>>) => findMail(readConfig({ ...complete, ...settings }))

test.each([{ SMTP_URL: 'smtp://127.0.0.1:1025' }, { MAIL_FILE: '/tmp/emails.txt' }])(
  'links in e-mails lead to the public address with %o',
  (settings) => {
    expect(find({ ...settings, PUBLIC_BASE_URL: 'https://pay.example/' })?.origin).toBe('https://pay.example')
  },
)

test.each([{ SMTP_URL: 'smtp://127.0.0.1:1025' }, { MAIL_FILE: '/tmp/emails.txt' }])(
  'e-mails are refused without a public address with %o',
  (settings) => {
    expect(() => find(settings)).toThrow(new BadSettings(['PUBLIC_BASE_URL: is required to send e-mails, because their links lead there']))
  },
)

test('without a mail server e-mails wait, and no public address is needed', () => {
  expect(find({})).toBeUndefined()
})

test('e-mails are not written to a file in production', () => {
  expect(() => find({ NODE_ENV: 'production', MAIL_FILE: '/tmp/emails.txt' })).toThrow('MAIL_FILE: is refused in production')
})
