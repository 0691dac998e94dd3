import { join } from 'node:path'

/** The folder of the start page's files in a data folder. */
export const startFolderIn = (dataDir: string): string => join(dataDir, 'start')
