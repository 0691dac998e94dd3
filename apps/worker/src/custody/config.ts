import { NodesEnv, RailsEnv } from '@gateway/chains/env'
import type { Rails } from '@gateway/chains/registry'
import type { ByChain } from '@gateway/chains/settings'
import { DatabaseEnv } from '@gateway/db/env'
import { CustodyEnv, RotationEnv } from '@gateway/operations/custody/env'
import { EgressEnv } from '@gateway/operations/kernel/env'
import { PublicUrlEnv } from '@gateway/operations/kernel/env'
import { ForwardingEnv } from '@gateway/operations/payments/env'
import { type Environment, readChainSettings, readRails } from '@gateway/operations/kernel/settings'
import { z } from 'zod'

const Env = z.object({ ...CustodyEnv.shape, ...RotationEnv.shape, ...RailsEnv.shape, ...EgressEnv.pick({ NODE_ENV: true }).shape })

/** Settings of the `custody` command, with their rails. */
export type CustodyConfig = ByChain<z.output<typeof Env>> & { readonly rails: Rails }

/**
 * Reads the settings of the `custody` command; empty values count as absent.
 * @throws {BadSettings} naming every missing or invalid variable, never its value.
 */
export function readCustodyConfig(environment: Environment = process.env): CustodyConfig {
  const settings = readChainSettings(Env, environment)
  return { ...settings, rails: readRails(settings) }
}

const VerificationEnv = z.object({ ...Env.shape, ...DatabaseEnv.shape })

/** Settings of `custody verify`: the seed's key and the database. */
export type VerificationConfig = ByChain<z.output<typeof VerificationEnv>> & { readonly rails: Rails }

/** Reads the settings of `custody verify`. @throws {BadSettings} naming every missing or invalid variable. */
export function readVerificationConfig(environment: Environment = process.env): VerificationConfig {
  const settings = readChainSettings(VerificationEnv, environment)
  return { ...settings, rails: readRails(settings) }
}

const RecoveryEnv = z.object({ ...VerificationEnv.shape, ...NodesEnv.shape, ...ForwardingEnv.shape, ...PublicUrlEnv.shape })

/** Settings of `custody recover`: the seed's key, the signer's file, the database and the nodes. */
export type RecoveryConfig = ByChain<z.output<typeof RecoveryEnv>> & { readonly rails: Rails }

/** Reads the settings of `custody recover`. @throws {BadSettings} naming every missing or invalid variable. */
export function readRecoveryConfig(environment: Environment = process.env): RecoveryConfig {
  const settings = readChainSettings(RecoveryEnv, environment)
  return { ...settings, rails: readRails(settings) }
}
