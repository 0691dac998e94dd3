import { startCopying } from './copy.ts'
import { follow } from './follow.ts'
import './language.ts'

/** The page of an escrow with scripts: it follows its escrow, and copies. */
startCopying()
follow()
