import { messageOf } from '@gateway/domain/kernel/error'
import { readFileSync } from 'node:fs'

/** How a client reaches a node; the macaroon is a secret. */
export interface LndAccess {
  /** host:port, by a name of the certificate. */
  readonly socket: string
  /** PEM; no other certificate is trusted. */
  readonly certificate: Uint8Array
  readonly macaroon: Uint8Array
}

/** The settings of a client; all of them are absent where Lightning is not served. */
export interface LndAccessSettings {
  readonly LND_SOCKET?: string | undefined
  readonly LND_CERTIFICATE_FILE?: string | undefined
}

/**
 * How to reach the node with the macaroon of a duty; undefined where Lightning is not served.
 * @param macaroon - the name of the setting that has the macaroon's file.
 * @throws {Error} naming a missing setting or a file that cannot be read; the process must not start then.
 */
export function lndAccessOf<Settings extends LndAccessSettings>(
  settings: Settings,
  macaroon: keyof Settings & `LND_${string}_MACAROON_FILE`,
): LndAccess | undefined {
  if (settings.LND_SOCKET === undefined) return undefined
  return {
    socket: settings.LND_SOCKET,
    certificate: read('LND_CERTIFICATE_FILE', fileOf(settings, 'LND_CERTIFICATE_FILE')),
    macaroon: read(macaroon, fileOf(settings, macaroon)),
  }
}

function fileOf<Settings>(settings: Settings, name: keyof Settings & string): string {
  const file = settings[name]
  if (typeof file !== 'string') throw new Error(`${name} is required with LND_SOCKET`)
  return file
}

function read(name: string, file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`${name}: ${messageOf(cause)}`, { cause })
  }
}
