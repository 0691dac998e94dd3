import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Token transfers are named so that a reorganisation does not change it. */
export class Migration202611220049 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220049-lasting-names.sql', import.meta.url), 'utf8'))
  }
}
