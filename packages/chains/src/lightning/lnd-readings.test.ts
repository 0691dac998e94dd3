import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DecodedInvoice } from './decoded-invoice.ts'
import { InvalidPaymentRequest } from './errors.ts'
import { createLndFiguresNode } from './lnd-figures-node.ts'
import { createLndInvoiceNode } from './lnd-invoice-node.ts'
import { macaroonOf, openTestLightning, type TestLightning } from './test-lightning.ts'
import { EXAMPLE_HASH, EXAMPLE_PAYEE, EXAMPLE_SECONDS, onRegtest } from './test-vectors.ts'

let lightning: TestLightning
beforeAll(async () => {
  lightning = await openTestLightning()
}, LONGEST_BUILD_MS)
afterAll(() => lightning?.stop())

const after = (seconds: number, since = EXAMPLE_SECONDS): Date => new Date((since + seconds) * 1_000)
const cake =
  'One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, one lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon'
const hashed = createHash('sha256').update(cake).digest('hex')

/** Published in BOLT11, under "Examples", with what it says of each. */
const coffee =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'
const beans =
  'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq67gye39hfg3zd8rgc80k32tvy9xk2xunwm5lzexnvpx6fd77en8qaq424dxgt56cag2dpt359k3ssyhetktkpqh24jqnjyw6uqd08sgptq44qu'
const zeros = (count: number): string => 'q'.repeat(count)
const ignored = `2qrqqqfppn${zeros(32)}ppn${zeros(51)}pp4${zeros(53)}hpn${zeros(51)}hp4${zeros(53)}spn${zeros(51)}sp4${zeros(53)}np5${zeros(52)}npk${zeros(54)}`
const withIgnored = `${beans.slice(0, -110)}${ignored}2jxxfsnucm4jf4zwtznpaxphce606fvhvje5x7d4gw7n73994hgs7nteqvenq8a4ml8aqtchv5d9pf7l558889hp4yyrqv6a7zpq9fgpskqhza`
const examples: readonly (readonly [about: string, invoice: string, read: Partial<DecodedInvoice>])[] = [
  [
    'a donation of any amount',
    'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w',
    { amountMsat: null, description: 'Please consider supporting this project', expiresAt: after(3_600) },
  ],
  ['a cup of coffee within a minute', coffee, { amountMsat: 250_000_000n, description: '1 cup coffee', expiresAt: after(60) }],
  [
    'a cup of nonsense',
    'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny',
    { amountMsat: 250_000_000n, description: 'ナンセンス 1杯', expiresAt: after(60) },
  ],
  [
    'a list of things, hashed',
    'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqscc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf9sygkshp5zfem29trqq2yxxz7',
    { amountMsat: 2_000_000_000n, description: '', descriptionHash: hashed, expiresAt: after(3_600) },
  ],
  [
    'the same on testnet with an address on the chain',
    'lntb20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfpp3x9et2e20v6pu37c5d9vax37wxq72un98kmzzhznpurw9sgl2v0nklu2g4d0keph5t7tj9tcqd8rexnd07ux4uv2cjvcqwaxgj7v4uwn5wmypjd5n69z2xm3xgksg28nwht7f6zspwp3f9t',
    { amountMsat: 2_000_000_000n, descriptionHash: hashed },
  ],
  ['coffee beans with a payment secret', beans, { amountMsat: 2_500_000_000n, description: 'coffee beans' }],
  ['the same in upper case', beans.toUpperCase(), { amountMsat: 2_500_000_000n, description: 'coffee beans' }],
  [
    'the same with fields that are ignored, hashes of a wrong length among them',
    withIgnored,
    { amountMsat: 2_500_000_000n, description: 'coffee beans' },
  ],
]

describe('the node reads the examples of BOLT11 as they are published', () => {
  test.each(examples)('%s', async (_about, invoice, read) => {
    const own = onRegtest(invoice)
    const sent = invoice === invoice.toUpperCase() ? own.toUpperCase() : own
    expect(await lightning.pay.decode(sent)).toMatchObject({ paymentHash: EXAMPLE_HASH, destination: EXAMPLE_PAYEE, ...read })
  })

  test('an amount in picobitcoin, to the millisatoshi', async () => {
    const invoice =
      'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqezcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9qn07ytgrxxzad9hc4xt3mawjjt8znfv8xzscs7007v9gh9j569lencxa8xeujzkxs0uamak9aln6ez02uunw6rd2ht2sqe4hz8thcdagpleym0j'
    expect(await lightning.pay.decode(onRegtest(invoice))).toMatchObject({
      amountMsat: 967_878_534n,
      paymentHash: '462264ede7e14047e9b249da94fefc47f41f7d02ee9b091815a5506bc8abf75f',
      expiresAt: after(604_800, 1_572_468_703),
    })
  })
})

describe('the node refuses', () => {
  const regtest = onRegtest(coffee)
  test.each([
    ['an example of another network', coffee],
    ['a wrong checksum', `${regtest.slice(0, -1)}${regtest.endsWith('q') ? 'p' : 'q'}`],
    ['an invoice without a separator', regtest.slice(regtest.indexOf('1') + 1)],
    ['mixed case', `LNBCRT${regtest.slice('lnbcrt'.length)}`],
    [
      'an unknown multiplier',
      onRegtest(
        'lnbc2500x1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpujr6jxr9gq9pv6g46y7d20jfkegkg4gljz2ea2a3m9lmvvr95tq2s0kvu70u3axgelz3kyvtp2ywwt0y8hkx2869zq5dll9nelr83zzqqpgl2zg',
      ),
    ],
    [
      'less than a millisatoshi',
      onRegtest(
        'lnbc2500000001p1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu7hqtk93pkf7sw55rdv4k9z2vj050rxdr6za9ekfs3nlt5lr89jqpdmxsmlj9urqumg0h9wzpqecw7th56tdms40p2ny9q4ddvjsedzcplva53s',
      ),
    ],
  ])('%s', async (_what, invoice) => {
    await expect(lightning.pay.decode(invoice)).rejects.toThrow(InvalidPaymentRequest)
  })
})

test('operators see each channel with what either side can send, by a macaroon that makes no invoices', async () => {
  const { gateway, other, macaroons } = lightning
  const access = { socket: gateway.socket, certificate: readFileSync(gateway.certificateFile), macaroon: macaroonOf(macaroons.figures) }
  const [figures, receiving] = [createLndFiguresNode(access), createLndInvoiceNode(access)]
  const [channel, ...more] = await figures.listChannels()
  expect(more).toEqual([])
  expect(channel).toMatchObject({ peer: other.publicKey, isActive: true, channelPoint: expect.stringMatching(/^[0-9a-f]{64}:\d+$/) })
  const { capacitySats = 0n, localSats = 0n, remoteSats = 0n } = channel ?? {}
  expect(localSats > 0n && remoteSats > 0n && localSats + remoteSats <= capacitySats).toBe(true)
  await expect(receiving.addInvoice({ preimage: '00'.repeat(32), amountMsat: 1_000n, expirySeconds: 60 })).rejects.toThrow(
    'permission denied',
  )
  figures.close()
  receiving.close()
})
