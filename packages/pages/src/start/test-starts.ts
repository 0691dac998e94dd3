import type { MailboxEmail, RunningPart, StartView } from './start-view.ts'

/** The time of every sample. */
export const START_NOW = new Date('2026-10-01T12:04:10.000Z')

const missed: Readonly<Record<string, string>> = { temporal: 'Payments do not move on', bitcoin: 'Payments in BTC are not seen' }

const part = ([id, name, place, at = 'Ready']: readonly [id: string, name: string, place: string, at?: string]): RunningPart => ({
  id,
  name,
  place,
  isWell: true,
  at,
  without: `${missed[id] ?? 'Nothing works'} until it is back. Its log is .data/${id}/${id}.log.`,
})

const ready: StartView = {
  api: 'http://localhost:4000',
  folder: '~/payment-gateway',
  dataFolder: '.data',
  startedAt: new Date('2026-10-01T12:00:00.000Z'),
  readAt: new Date('2026-10-01T12:04:09.000Z'),
  parts: [
    part(['api', 'API', 'localhost:4000']),
    part(['worker', 'Worker', 'reads chains, moves payments on, sends webhooks']),
    part(['signer', 'Signer', 'holds the seed, no listener']),
    part(['postgres', 'PostgreSQL', '127.0.0.1:25432']),
    part(['temporal', 'Temporal', '127.0.0.1:27233']),
    part(['bitcoin', 'Bitcoin', 'regtest, a block every 2 s', 'Block 231']),
    part(['ethereum', 'Ethereum', 'anvil, a block every second', 'Block 1,204']),
  ],
  demo: {
    businessId: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
    apiKey: 'gw_live_dev0demo00k3_v9Qm2xTe7aB4cD8fG1hJ5kL9mN3pQ6',
    email: 'demo@shop.example',
    password: 'demo demo demo',
  },
  wallets: [
    { name: 'Customer, Bitcoin', asset: 'BTC', address: null, balance: '4999.9997256' },
    { name: 'Customer, Ethereum', asset: 'ETH', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', balance: '9999.874519273049871204' },
    { name: 'Customer, USDC', asset: 'USDC_ETH', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', balance: '1000000000' },
    { name: 'Demo shop, Bitcoin', asset: 'BTC', address: 'bcrt1q5uxn3hczpcqsuhp4atarm7wr6dddylus564lkr', balance: '0' },
    { name: 'Demo shop, Ethereum', asset: 'ETH', address: '0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA', balance: '0.0082500066' },
    { name: 'Yours, BTC', asset: 'BTC', address: 'bcrt1qwd4cptw8nl9d357rht449wym28atun8ghpufwz', balance: null },
    { name: 'Yours, ETH_2', asset: 'ETH', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', balance: '0' },
  ],
  payCommand: 'npm run pay --',
  temporalUi: 'http://127.0.0.1:28233',
  emails: 2,
}

const without = (...ids: readonly string[]): readonly RunningPart[] =>
  ready.parts.map((known) => (ids.includes(known.id) ? { ...known, isWell: false } : known))

/** The start page in every state. */
export const sampleStarts: Readonly<Record<'ready' | 'starting' | 'problem' | 'silent', StartView | undefined>> = {
  ready,
  starting: undefined,
  problem: { ...ready, parts: without('bitcoin', 'temporal') },
  silent: { ...ready, readAt: new Date('2026-10-01T12:02:10.000Z') },
}

/** E-mails of a mailbox: with HTML, and with a hostile text. */
export const sampleEmails: readonly MailboxEmail[] = [
  {
    id: '1790000002000-000002',
    receivedAt: new Date('2026-10-01T12:03:00.000Z'),
    from: 'Payments <no-reply@localhost>',
    to: 'demo@shop.example',
    subject: 'Confirm your e-mail address',
    text: 'Confirm your address:\n\nhttp://localhost:4000/account/verify-email#token=abc\n\nHelp: https://elsewhere.example/help\n',
    html: '<!doctype html><title>Confirm</title><p>Confirm your address. <a href="http://localhost:4000/account/verify-email#token=abc">Confirm</a></p>',
  },
  {
    id: '1790000001000-000001',
    receivedAt: new Date('2026-10-01T12:02:00.000Z'),
    from: 'Payments <no-reply@localhost>',
    to: '"<img src=x onerror=alert(1)>"@shop.example',
    subject: '<script>alert(1)</script>',
    text: '<script>alert(1)</script>\njavascript:alert(1)\nhttp://localhost:4000.evil.example/x',
  },
]
