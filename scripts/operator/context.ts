import { RailsEnv } from '@gateway/chains/env'
import { DatabaseEnv } from '@gateway/db/env'
import { openOrm } from '@gateway/db/orm'
import type { Context } from '@gateway/operations/context'
import { cryptoIds } from '@gateway/operations/ids'
import { createLog } from '@gateway/operations/log'
import { type Environment, readRails, readSettings } from '@gateway/operations/settings'
import { z } from 'zod'
import { devnetContracts } from '../stack/chain-contracts.ts'
import { readDevFile } from '../stack/dev-file.ts'

const Env = z.object({ ...DatabaseEnv.shape, ...RailsEnv.shape })

/** What an operator's decision runs on. It needs no price: whoever decides knows what the money is worth. */
export type OperatorContext = Context & { close(): Promise<void> }

/**
 * Opens the database of `DATABASE_URL` with the chains of the environment; without it, those of the running development stack.
 *
 * @throws {Error} when neither is there; {BadSettings} when a setting is missing.
 */
export async function openOperator(environment: Environment): Promise<OperatorContext> {
  const settings = readSettings(Env, environment['DATABASE_URL'] ? environment : developmentOf(environment))
  const orm = await openOrm({ url: settings.DATABASE_URL, poolSize: 1 })
  return {
    orm,
    clock: { now: () => new Date() },
    ids: cryptoIds,
    log: createLog(process.stderr),
    rails: readRails(settings),
    rates: { findPrice: async () => undefined },
    failpoint: () => {},
    close: () => orm.close(),
  }
}

function developmentOf(environment: Environment): Environment {
  const { postgres, chains } = readDevFile(environment)
  return {
    DATABASE_URL: postgres,
    CHAINS: 'BTC,ETH',
    BTC_NETWORK: 'regtest',
    ETH_CHAIN_ID: String(chains.ETH.chainId),
    ETH_DEPOSIT_FACTORY: devnetContracts.factory,
    ETH_USDC_ADDRESS: chains.ETH.tokens['USDC_ETH'],
  }
}
