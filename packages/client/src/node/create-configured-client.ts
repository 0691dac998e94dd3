import { type Client, type ClientOptions, createClient, originOf } from '../create-client.ts'
import { fromEnvironment } from '../environment.ts'
import { type FileConfig, readConfigFile } from './read-config-file.ts'

/**
 * Creates a client of one gateway with one credential: from the options, then the environment, then the configuration file, which is read only
 * where both leave something open.
 * The key of the file is sent to the address in the file alone, or to any address when the file names none.
 * @throws {TypeError} without an address, with an invalid one, or when the configuration file is unusable.
 */
export function createConfiguredClient(options: ClientOptions = {}): Client {
  const apiKey = options.apiKey || fromEnvironment('SERVICE_API_KEY')
  const baseUrl = options.baseUrl || fromEnvironment('SERVICE_BASE_URL')
  if (apiKey !== undefined && baseUrl !== undefined) return createClient({ ...options, apiKey, baseUrl })
  return createClient({ ...options, ...withFile({ apiKey, baseUrl }, readConfigFile(fromEnvironment('SERVICE_CONFIG'))) })
}

type Found = Pick<ClientOptions, 'apiKey' | 'baseUrl'>

function withFile({ apiKey, baseUrl }: Found, file: FileConfig): Found {
  if (baseUrl === undefined || file.baseUrl === undefined) return { apiKey: apiKey ?? file.apiKey, baseUrl: baseUrl ?? file.baseUrl }
  return { apiKey: apiKey ?? (originOf(baseUrl) === originOf(file.baseUrl) ? file.apiKey : undefined), baseUrl }
}
