import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { runPay } from '@gateway/scripts/pay/run-pay'
import { findDevFile, writeDevFile } from '@gateway/scripts/stack/dev-file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shown, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { storyDevFile } from '../support/story-dev-file.ts'

const folder = temporaryFolder()
let story: Shared
beforeAll(async () => {
  story = await sharedStory()
  writeDevFile(folder.path, await storyDevFile(story))
})
afterAll(async () => {
  await story?.close()
  folder.remove()
})

/** Runs `npm run pay` on the story, whose blocks are mined on request; returns what it prints. */
async function pay(...words: string[]): Promise<string> {
  const printed: string[] = []
  await runPay(words, { DATA_DIR: folder.path }, (text) => printed.push(text))
  return printed.join('\n')
}
const transactionIn = (said: string): string => /^Transaction (\S+)$/m.exec(said)?.[1] ?? ''

describe('npm run pay with a payment', () => {
  test.each(['BTC', 'ETH', 'USDC_ETH'])('pays the due amount in %s, mines, and prints the transaction and the page', async (blockchain) => {
    const payment = await story.shop.ask({ blockchain })
    const said = await pay(payment.id)
    expect(said.split('\n')).toEqual([
      `Paid ${payment.crypto_amount} ${blockchain} to ${payment.payment_address}, for a payment to Story shop.`,
      expect.stringMatching(/^Transaction (0x)?[0-9a-f]{64}$/),
      `Page        ${story.gateway.api}/pay/${payment.id}`,
    ])
    expect(await untilForwarded(story, payment)).toMatchObject({
      tx_hash: transactionIn(said),
      amount_received: payment.crypto_amount,
      exceptions: [],
    })
  })

  test('pays the missing rest of an underpaid payment, by the address of its page', async () => {
    const payment = await story.shop.ask({ blockchain: 'ETH' })
    await pay(payment.id, '--amount', 'half')
    const part = await story.shop.reaches(payment.id, ({ exceptions }) => exceptions.includes('underpaid'))
    const rest = unitsOf(payment, payment.crypto_amount) - unitsOf(payment, part.amount_received)
    expect(await pay(`${story.gateway.api}/pay/${payment.id}`)).toContain(`Paid ${shown(payment, rest)} ETH to ${payment.payment_address}`)
    expect(await untilForwarded(story, payment)).toMatchObject({ amount_received: payment.crypto_amount, amount_due: '0' })
  })

  test('refuses a paid payment, to which only an amount sends more', async () => {
    const payment = await story.shop.ask({ blockchain: 'ETH' })
    expect(await pay(payment.id, '--amount', 'double')).toContain('Paid 0.01666668 ETH')
    const { status, exceptions } = await untilForwarded(story, payment)
    expect(exceptions).toEqual(['overpaid'])
    await expect(pay(payment.id)).rejects.toThrow(
      `Payment ${payment.id} is ${status} and nothing is due; to send more all the same, add --amount`,
    )
  })

  test('refuses another asset without an amount of it, and one that cannot reach the address', async () => {
    const payment = await story.shop.ask({ blockchain: 'USDC_ETH' })
    await expect(pay(payment.id, '--asset', 'ETH')).rejects.toThrow('Add --amount: the payment says nothing about an amount of ETH')
    await expect(pay(payment.id, '--asset', 'BTC', '--amount', '0.1')).rejects.toThrow(/refuses to send 0.1 BTC .* Invalid/)
  })

  test('refuses an unknown payment and a page of another gateway', async () => {
    const id = '00000000-0000-4000-8000-ffffffffffff'
    await expect(pay(id)).rejects.toThrow(`The gateway at ${story.gateway.api} has no payment ${id}`)
    await expect(pay(`https://pay.example/pay/${id}`)).rejects.toThrow('is a page of another gateway')
  })
})

describe('npm run pay with an asset, an address and an amount', () => {
  test.each(['BTC', 'ETH', 'USDC_ETH'])('pays the address of a payment in %s', async (blockchain) => {
    const payment = await story.shop.ask({ blockchain })
    const said = await pay(blockchain.toLowerCase(), payment.payment_address, payment.crypto_amount)
    expect(said.split('\n')[0]).toBe(`Paid ${payment.crypto_amount} ${blockchain} to ${payment.payment_address}.`)
    const seen = await story.shop.reaches(payment.id, ({ tx_hash: hash }) => hash !== null)
    expect(seen.tx_hash).toBe(transactionIn(said))
    await untilForwarded(story, payment)
  })

  test('reports what the node refuses in one line', async () => {
    await expect(pay('BTC', 'bcrt1qnowhere', '0.1')).rejects.toThrow(
      /^The node refuses to send 0.1 BTC to bcrt1qnowhere: sendtoaddress: Invalid/,
    )
    await expect(pay('ETH', '0x1234', '0.1')).rejects.toThrow('0x1234 is no Ethereum address')
    await expect(pay('BTC', 'bcrt1qnowhere', '-1')).rejects.toThrow('npm run pay --')
    await expect(pay('BTC', 'bcrt1qnowhere', '0.000000001')).rejects.toThrow('0.000000001 is no amount of BTC')
  })
})

test('npm run pay on a stack that was killed says that it does not answer', async () => {
  const killed = temporaryFolder()
  const running = findDevFile(folder.path)
  writeDevFile(killed.path, JSON.stringify({ ...running, api: 'http://127.0.0.1:1' }))
  await expect(runPay(['00000000-0000-4000-8000-ffffffffffff'], { DATA_DIR: killed.path }, () => {})).rejects.toThrow(
    'The gateway at http://127.0.0.1:1 does not answer: start it with "npm run dev"',
  )
  killed.remove()
})
