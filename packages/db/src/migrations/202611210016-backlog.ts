import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** The backlog of an endpoint is read in its order. */
export class Migration202611210016 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210016-backlog.sql', import.meta.url), 'utf8'))
  }
}
