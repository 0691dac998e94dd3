import type { RailSettings } from '@gateway/chains/env'
import { createRails } from '@gateway/chains/registry'
import type { Orm } from '@gateway/db/orm'
import type { Context } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { paymentOwner } from '@gateway/operations/payments/assessment/payment-subject'
import { treasurySubject } from '@gateway/operations/custody/treasury/treasury-subject'
import { systemClock } from '@gateway/operations/kernel/system-clock'

/** Chains of the bench; no contract is called, so their addresses need not exist. */
const railSettings: RailSettings = {
  CHAINS: ['BTC', 'ETH'],
  chains: {
    BTC: { NETWORK: 'regtest' },
    ETH: {
      CHAIN_ID: 31_337,
      DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
  },
}

/** The handlers of deposits and payouts, as in the worker. */
export const subjects = { payment: paymentOwner, treasury: treasurySubject }

/** The context of the chain role, in this process. */
export const watcherContext = (orm: Orm): Context => ({
  orm,
  clock: systemClock,
  ids: cryptoIds,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  rails: createRails(railSettings),
  rates: { findPrice: async () => undefined },
  publicUrl: 'https://gateway.test',
  forwardCostMultiple: 3,
  failpoint: () => {},
})
