import { createLocalKek, type Kek, KekRefused } from './kek.ts'

/** The settings of a wrapping key in the environment. */
export interface EnvKekSettings {
  readonly CUSTODY_KEK_HEX?: string | undefined
  readonly CUSTODY_ALLOW_ENV_KEK: boolean
  readonly NODE_ENV: string
}

/**
 * The wrapping key from the environment, for development: any process that can read the environment has it.
 *
 * @throws {KekRefused} in production unless explicitly allowed, and when the setting is missing.
 */
export function openEnvKek(settings: EnvKekSettings): Kek {
  if (settings.NODE_ENV === 'production' && !settings.CUSTODY_ALLOW_ENV_KEK)
    throw new KekRefused('CUSTODY_KEK=env is refused in production; use CUSTODY_KEK=file, or set CUSTODY_ALLOW_ENV_KEK=1')
  if (settings.CUSTODY_KEK_HEX === undefined) throw new KekRefused('CUSTODY_KEK=env needs CUSTODY_KEK_HEX')
  return createLocalKek({ kind: 'env', hex: settings.CUSTODY_KEK_HEX })
}
