import { bitcoinBalance, newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { basicParts } from '@gateway/scripts/stack/programs'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arm, crash } from '../chaos/processes.ts'
import { startBrowser } from '../support/browser.ts'
import { confirmAddress } from '../support/confirm-address.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { operate } from '../support/operator.ts'
import { addressField, offerPage, reads, untilReads } from '../support/refund-payer.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openShopper } from '../support/shopper.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { breakIn } from '../support/thief.ts'
import { newWallets } from '../support/wallets.ts'

/** The shortest window. */
const WINDOW_S = 60

let story: Story
let shop: Shop
let browser: Browser
let asked: Readonly<Record<'short' | 'robbed' | 'topped' | 'scripted' | 'plain', ShownPayment>>
beforeAll(async () => {
  ;[story, browser] = await Promise.all([openStory({ chains: ['BTC'], returnHoldHours: 0 }), startBrowser()])
  shop = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  // E-mails to payers go out in the name of a confirmed address alone.
  await confirmAddress(story.sql, shop)
  const ask = () => shop.ask({ blockchain: 'BTC' })
  asked = { short: await ask(), robbed: await ask(), topped: await ask(), scripted: await ask(), plain: await ask() }
  for (const payment of Object.values(asked)) await pay(story, payment, half(payment))
  await mine(story, 'BTC', 1)
})
afterAll(async () => {
  await browser?.close()
  shop?.receiver.close()
  await story?.close()
})

const half = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) / 2n

/** Tokens of the refunds whose payers use the page. */
const tokens: string[] = []

/** Offers a refund; returns the address of its page. */
async function offeredLink(payment: ShownPayment): Promise<string> {
  await shop.reaches(payment.id, 'expired')
  const { link, token } = await offerPage(story, payment)
  tokens.push(token)
  return link
}

/** The e-mails of the gateway, which has no mail server. */
const readEmails = () => readFile(join(story.around.dataDir, 'emails.txt'), 'utf8')

/** Offers a refund and names the payer's address by the link. */
async function sendBack({ id }: ShownPayment, address: string): Promise<string> {
  const offered = await operate(story, 'refund', id, '--send-to', 'lena@hoffmann.example', '--lang', 'de')
  const token = /token (ret_[\w-]{43})/.exec(offered)?.[1] ?? ''
  expect(offered).toContain(`/refund/${token}`)
  await eventually('the e-mail to the payer', async () => (await readEmails()).includes(`${story.gateway.api}/refund/${token}\n`))
  expect(await operate(story, 'held')).toMatch(new RegExp(`${id} .*offered_back_until`))
  expect(await operate(story, 'claim', token, address)).toContain('cancels it')
  return token
}

/** The first refund, which passes one crash after the other. */
let back: { readonly address: string; readonly handle: string }

test('S5: the signer dies with the signature of a refund in memory; it signs again, for the same address', async () => {
  const { short } = asked
  await shop.reaches(short.id, 'expired')
  const { BTC: address } = await newWallets(story.served)
  await arm(story, 'signer', 'S5')
  const token = await sendBack(short, address)
  await expect(operate(story, 'claim', token, await newBitcoinAddress(story.bitcoin))).rejects.toThrow('name another address')
  await eventually('the signer to die with the signature in memory', () => crash(story, 'signer').then(() => true))
  expect(await attempts(short)).toEqual([])
  await arm(story, 'worker', 'S7')
  await story.gateway.start('signer')
  await eventually('the signature', async () => (await attempts(short)).length === 1)
  const [attempt] = await attempts(short)
  back = { address, handle: attempt?.handle ?? '' }
})

test('S7: the worker dies after a node accepted a refund and before recording it; the same bytes are broadcast', async () => {
  const { short } = asked
  await crash(story, 'worker')
  expect(await attempts(short)).toMatchObject([{ state: 'signed', handle: back.handle }])
  expect(await callRpc(story.bitcoin.rpc, { method: 'getrawmempool' })).toContain(back.handle)
  await story.gateway.start('worker', { FAILPOINT: 'beforeSettlement' })
  await eventually('the transaction', async () => (await attempts(short))[0]?.state === 'broadcast')
  expect(await attempts(short)).toHaveLength(1)
})

test('S9: the worker dies with a refund mined and not posted; it is posted and announced once', async () => {
  const { short } = asked
  await mine(story, 'BTC', 6)
  await crash(story, 'worker')
  expect(await attempts(short)).toMatchObject([{ state: 'broadcast' }])
  expect(refundedOf(await shop.read(short.id))).toBe('0')
  await story.gateway.start('worker')
  const returned = await shop.reaches(short.id, (payment) => refundedOf(payment) !== '0')
  expect([returned.status, refundedOf(returned)]).toEqual(['expired', shown(short, half(short))])
  const [attempt, ...more] = await attempts(short)
  expect([attempt?.handle, ...more]).toEqual([back.handle])
  expect(await bitcoinBalance(story.bitcoin, back.address)).toBe(half(short) - BigInt(attempt?.fee ?? 0))
  await shop.hears(short.id, ['payment.created', 'payment.expired', 'payment.refunded'])
  const listed = await call<{ payments: ShownPayment[] }>(story.gateway.api, { path: '/payments?status=refunded', key: shop.key })
  expect(listed.payments.map(({ id }) => id)).toEqual([short.id])
  expect(await operate(story, 'show', short.id, '--all')).toMatch(/payment_refund/)
})

test('a payer corrects a mistyped address, confirms with the keyboard alone, and watches the refund arrive in the own wallet', async () => {
  const payment = asked.scripted
  const shopper = await openShopper(browser, await offeredLink(payment))
  const { page } = shopper
  await reads(page, `${shown(payment, half(payment))} BTC`)
  const wallet = await newBitcoinAddress(story.bitcoin)

  await addressField(page).fill(`${wallet.slice(0, -1)}${wallet.endsWith('q') ? 'p' : 'q'}`)
  await page.keyboard.press('Enter')
  await reads(page, 'This is not a Bitcoin regtest address.')
  expect(await page.evaluate('document.activeElement.id')).toBe('address')
  expect(await page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`)).toContain(
    'copy it from your wallet again',
  )

  await addressField(page).fill(wallet)
  await page.keyboard.press('Enter')
  await reads(page, 'It cannot be called back')
  expect((await page.locator('.addr').textContent())?.trim()).toBe(wallet)
  await page.getByRole('button', { name: 'Change the address' }).focus()
  await page.keyboard.press('Enter')
  expect(await addressField(page).inputValue()).toBe(wallet)
  await addressField(page).press('Enter')
  await page.getByRole('button', { name: 'Send to this address' }).focus()
  await page.keyboard.press('Enter')

  await untilReads(page, 'on its way')
  await mine(story, 'BTC', 6)
  await untilReads(page, 'was sent back to you')
  const [amount = ''] = /[\d.]+/.exec((await page.locator('h1').textContent()) ?? '') ?? []
  expect(await bitcoinBalance(story.bitcoin, wallet)).toBe(parseUnits(amount, 8))
  await shop.hears(payment.id, ['payment.created', 'payment.expired', 'payment.refunded'])
  expect(shopper.trouble).toEqual([])
  await shopper.close()
})

test('a payer without scripts claims in German, and a second payer with another address is told that one was named', async () => {
  const link = await offeredLink(asked.plain)
  const [first, second] = [
    await openShopper(browser, `${link}?lang=de`, { javaScriptEnabled: false }),
    await openShopper(browser, link, { javaScriptEnabled: false }),
  ]
  const wallets = [await newBitcoinAddress(story.bitcoin), await newBitcoinAddress(story.bitcoin)] as const
  await addressField(first.page).fill(wallets[0])
  await first.page.getByRole('button', { name: 'Adresse prüfen' }).click()
  await addressField(second.page).fill(wallets[1])
  await second.page.getByRole('button', { name: 'Check the address' }).click()
  await first.page.getByRole('button', { name: 'An diese Adresse senden' }).click()
  await first.page.waitForURL(`${link}?lang=de`)
  await reads(first.page, 'Ihre Rückerstattung wird')
  await second.page.getByRole('button', { name: 'Send to this address' }).click()
  await reads(second.page, 'Another address was named before yours')
  expect((await second.page.locator('.addr').textContent())?.trim()).toBe(wallets[0])
  expect([first.trouble, second.trouble]).toEqual([[], []])
  await Promise.all([first.close(), second.close()])
})

test('no log of any process contains the token of a refund link', () => {
  const written = basicParts.map((part) => readFileSync(join(story.around.dataDir, part, `${part}.log`), 'utf8')).join('\n')
  expect(written).toContain('/refund/{token}')
  expect(tokens).toHaveLength(2)
  expect(tokens.filter((token) => token === '' || written.includes(token))).toEqual([])
})

test('an attacker with the API’s database login can claim a refund only visibly, and cannot change one already claimed', async () => {
  const { robbed } = asked
  await story.gateway.kill('signer')
  await story.gateway.start('signer', { RETURN_HOLD_HOURS: '48' })
  await shop.reaches(robbed.id, 'expired')
  const thief = await breakIn(story.around.databaseUrl)
  const his = await newBitcoinAddress(story.bitcoin)
  const [back, commit] = [randomUUID(), randomUUID()]
  const made = [
    await thief.asks(
      `INSERT INTO refund (id, payment_id, business_id, state, offered_by, offered_at, offer_ends_at, token_hash)
        SELECT $1, id, business_id, 'offered', 'merchant:' || merchant_id, now(), now() + interval '1 day', $2 FROM payment WHERE id = $3`,
      [back, randomBytes(32), robbed.id],
    ),
    await thief.asks(
      `INSERT INTO payout_terms SELECT $1, 'refund', $2, chain, asset, address, source, jsonb_build_array(jsonb_build_object('role', 'payer', 'address', $3::text)),
        0, now(), now() FROM payout_terms WHERE subject_id = $4`,
      [commit, back, his, robbed.id],
    ),
    await thief.asks(
      `UPDATE refund SET state = 'claimed', address = $1, payout_terms_id = $2, claimed_at = now() - interval '3 days', usable_at = now() - interval '3 days' WHERE id = $3`,
      [his, commit, back],
    ),
  ]
  expect(made).toEqual([true, true, true])
  for (const statement of [
    `UPDATE payout_terms SET recipients = '[]' WHERE subject = 'refund'`,
    `UPDATE refund SET payment_id = '${asked.short.id}' WHERE id = '${back}'`,
    `INSERT INTO payout_terms_pin SELECT id, '${shop.businessId}', 'live', 1, '', NULL, now() FROM payout_terms WHERE id = '${commit}'`,
    `INSERT INTO audit_entry SELECT * FROM audit_entry WHERE false; DELETE FROM audit_entry`,
  ])
    expect(await thief.asks(statement)).toBe(false)
  await thief.close()
  await eventually('the signer to record the pin in the audit log', async () =>
    (await operate(story, 'show', robbed.id, '--all')).includes('return.pin'),
  )
  expect(await operate(story, 'held')).toContain(his)
  await swept(asked)
  expect(await operate(story, 'withdraw', robbed.id)).toContain('stays held')
  expect(await rounds(back)).toEqual([])
  expect(await attempts(robbed)).toEqual([])
})

/** Resolves after one more sweep, which withdraws the refund offer of a payment that has completed meanwhile. */
async function swept({ topped }: typeof asked): Promise<void> {
  await operate(story, 'refund', topped.id)
  await pay(story, topped, half(topped))
  await mine(story, 'BTC', 1)
  await shop.reaches(topped.id, 'forwarding')
  await eventually('the refund to be withdrawn', async () =>
    (await operate(story, 'show', topped.id, '--all')).includes('payment_completed'),
  )
}

const refundedOf = (payment: ShownPayment): string => String(Object.entries(payment).find(([name]) => name === 'amount_refunded')?.[1])

async function attempts({ id }: ShownPayment): Promise<{ state: string; fee: string; handle: string }[]> {
  const { rows } = await story.sql.query<{ state: string; fee: string; handle: string }>(
    `SELECT attempt.state, attempt.fee, attempt.handle FROM spend_attempt attempt JOIN spend_intent intent ON intent.lead_id = attempt.intent_id
      JOIN refund back ON back.id::text = intent.ref WHERE back.payment_id = $1`,
    [id],
  )
  return rows
}

async function rounds(ref: string): Promise<{ hold_reason: string | null }[]> {
  return (await story.sql.query<{ hold_reason: string | null }>('SELECT hold_reason FROM spend_intent WHERE ref = $1', [ref])).rows
}
