import { GAS_AIM_PER_SETTLEMENT, GAS_AIM_PER_RELEASE, measureEscrowGas } from '@gateway/chains/contracts/measure-escrow-gas'
import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '@gateway/chains/contracts/measure-gas'
import { startAnvil } from '@gateway/chains/contracts/test/anvil-process'
import type { Bench, SectionText, Table } from '../section.ts'

/** Gas per payment of a similar deposit contract, from the study that led to ours. */
const STUDIED: Readonly<Record<string, number>> = {
  'USDC, one flush': 88_999,
  'USDC, batch of 10': 55_754,
  'USDC, batch of 50': 52_715,
  'native coin, one flush': 80_800,
  'native coin, batch of 10': 54_071,
  'native coin, batch of 50': 51_611,
}

const forwards: SectionText = {
  title: 'Gas per forward',
  intro:
    'Gas per payment of flushes of deposit contracts with a fee of 1 %, including the 21 000 of the transaction itself. Receivers already hold the asset unless the row says otherwise. ' +
    '“With keys” is the same payment from an address with a key of its own: gas top-up for tokens, merchant leg, fee leg.',
  aims: [
    {
      text: `at most ${GAS_AIM_PER_TOKEN_ITEM} per USDC forward in a batch of 50`,
      column: 'gas per payment',
      rows: /^USDC, batch of 50$/,
      max: GAS_AIM_PER_TOKEN_ITEM,
    },
  ],
}

const escrows: SectionText = {
  title: 'Gas per escrow settlement',
  intro:
    'Gas per escrow with a fee of 1 %, including the 21 000 of the transaction itself. Creating an escrow costs none: its address is computed, and its ' +
    'contract exists only within its settlement. Signatures are the decider’s. Parties already hold the asset, except new accounts. ' +
    'Circle’s USDC is a proxy, and each of its transfers costs some thousand gas more. A dash marks a case that the asset does not have.',
  aims: [
    {
      text: `at most ${GAS_AIM_PER_RELEASE} per USDC release in a batch of 20`,
      column: 'USDC',
      rows: /^batch of 20 releases/,
      max: GAS_AIM_PER_RELEASE,
    },
    {
      text: `at most ${GAS_AIM_PER_SETTLEMENT} for the most expensive release, of the contract’s minimum of 300000`,
      column: 'native coin',
      rows: /^most expensive release: excess, two/,
      max: GAS_AIM_PER_SETTLEMENT,
    },
  ],
}

/** Gas of forwards and escrow settlements, measured on the deployed contracts; it is the same on every machine. */
export const gas: Bench = {
  sections: [forwards, escrows],
  measure: async () => {
    const anvil = await startAnvil(1)
    try {
      return [await tableOfForwards(anvil.rpcUrl), await tableOfEscrows(anvil.rpcUrl)]
    } finally {
      await anvil.stop()
    }
  },
}

async function tableOfForwards(rpcUrl: string): Promise<Table> {
  const rows = await measureFlushGas(rpcUrl)
  return {
    head: ['forward', 'gas per payment', 'of the design studied', 'with keys'],
    rows: rows.map(({ title, gasPerItem, gasWithKeys }) => [title, String(gasPerItem), String(STUDIED[title] ?? '–'), String(gasWithKeys)]),
  }
}

async function tableOfEscrows(rpcUrl: string): Promise<Table> {
  const rows = await measureEscrowGas(rpcUrl)
  return {
    head: ['settlement', 'native coin', 'USDC'],
    rows: rows.map(({ title, nativeGas, usdcGas }) => [title, String(nativeGas ?? '–'), String(usdcGas ?? '–')]),
  }
}
