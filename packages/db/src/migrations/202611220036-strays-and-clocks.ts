import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Tokens that nobody serves are told, and clocks of alarms go on over what a node does not say. */
export class Migration202611220036 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220036-strays-and-clocks.sql', import.meta.url), 'utf8'))
  }
}
