import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '@gateway/chains/contracts/measure-gas'
import { startAnvil } from '@gateway/chains/contracts/test/anvil-process'
import type { Bench, SectionText } from '../section.ts'

/** Gas per payment of a similar deposit contract, from the study that led to ours. */
const STUDIED: Readonly<Record<string, number>> = {
  'USDC, one flush': 88_999,
  'USDC, batch of 10': 55_754,
  'USDC, batch of 50': 52_715,
  'native coin, one flush': 80_800,
  'native coin, batch of 10': 54_071,
  'native coin, batch of 50': 51_611,
}

const text: SectionText = {
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

/** Gas of forwards, measured on the deployed contracts; it is the same on every machine. */
export const gas: Bench = {
  sections: [text],
  measure: async () => {
    const anvil = await startAnvil(1)
    try {
      const rows = await measureFlushGas(anvil.rpcUrl)
      return [
        {
          head: ['forward', 'gas per payment', 'of the design studied', 'with keys'],
          rows: rows.map(({ title, gasPerItem, gasWithKeys }) => [
            title,
            String(gasPerItem),
            String(STUDIED[title] ?? '–'),
            String(gasWithKeys),
          ]),
        },
      ]
    } finally {
      await anvil.stop()
    }
  },
}
