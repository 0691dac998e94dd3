import { GAS_AIM_PER_TOKEN_ITEM, measureFlushGas } from '@gateway/chains/contracts/measure-gas'
import { startAnvil } from '@gateway/chains/contracts/test/anvil-process'
import type { Bench } from '../section.ts'

/** What a deposit contract designed like ours costs according to the study it was chosen by: gas per payment. */
const STUDIED: Readonly<Record<string, number>> = {
  'USDC, one flush': 88_999,
  'USDC, batch of 10': 55_754,
  'USDC, batch of 50': 52_715,
  'native coin, one flush': 80_800,
  'native coin, batch of 10': 54_071,
  'native coin, batch of 50': 51_611,
}

/** Gas of forwards, measured on the contracts that are deployed. It is exact: the same on every machine. */
export const gas: Bench = async () => {
  const anvil = await startAnvil(1)
  try {
    const rows = await measureFlushGas(anvil.rpcUrl)
    return [
      {
        title: 'Gas per forward',
        intro:
          'Flushes of deposit contracts with a fee of 1 %, receivers that already hold the asset unless it says otherwise; the transaction’s own 21 000 included, per payment. ' +
          `“With keys” is the same payment from an address with a key of its own: gas top-up for tokens, merchant leg, fee leg. Aim: at most ${GAS_AIM_PER_TOKEN_ITEM} per USDC forward in a batch of 50.`,
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
}
