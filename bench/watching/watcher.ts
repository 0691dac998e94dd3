import { addressOwners } from '@gateway/operations/jobs/address-owners'
import { RailsEnv } from '@gateway/chains/env'
import { createRails } from '@gateway/chains/registry'
import { byChain } from '@gateway/chains/settings'
import type { Orm } from '@gateway/db/orm'
import type { Context } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import { chainSettings } from '@gateway/scripts/stack/settings'

/** Every served chain of the devnet; no contract is called, so none needs to exist. */
const railSettings = byChain(RailsEnv.parse(chainSettings({ contracts: devnetContracts })))

/** The handlers of deposits and payouts, as in the worker. */
export const subjects = addressOwners

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
