import type { DevnetChain } from '@gateway/devnet/chains'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStory, type Story } from '../support/story.ts'
import { bitcoinCash, type Family, polygon, solana } from './family.ts'
import { declareRows, type Rows } from './rows.ts'
import { signerCrashes } from './signer-crashes.ts'
import { stuckPayouts } from './stuck-payouts.ts'
import { watcherCrashes } from './watcher-crashes.ts'

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

/** Chains that run every row in a file of their own. */
type Whole = 'BTC' | 'ETH'

/** A chain with the rows whose outcome depends on what it does not share with those; its other rows run the same code. */
interface Further {
  readonly family: Family
  readonly rows: readonly Rows[string][]
}

const further: Readonly<Record<Exclude<DevnetChain, Whole>, Further>> = {
  BCH: {
    family: bitcoinCash,
    rows: [
      // Its signatures are Schnorr’s, and the bytes signed again must be the same.
      signerCrashes['S4 S5'],
      // Its node has an answer of its own to bytes that it knows.
      watcherCrashes.S7,
      // Its transactions are never replaced.
      stuckPayouts.waits,
    ],
  },
  POL: {
    family: polygon,
    rows: [
      // The nonces of its gas payer are counted apart from Ethereum’s.
      signerCrashes['S4 S5'],
      // Its receipts are read once its blocks are final, and not before.
      watcherCrashes.S9,
      // Its tips and fee caps are settings of its own.
      stuckPayouts.S11,
    ],
  },
  SOL: {
    family: solana,
    rows: [
      // Each signature names another block, and a new one must not pay beside an older one.
      signerCrashes['S4 S5'],
      // Stored bytes are sent while their block is young enough.
      watcherCrashes.S6,
      watcherCrashes.S7,
    ],
  },
}

describe.each(Object.values(further))('$family.chain: a process is killed, or a payout stays unmined', ({ family, rows }) => {
  declareRows(rows, family, () => story)
})
