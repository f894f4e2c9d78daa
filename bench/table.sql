-- SPDX-License-Identifier: GPL-3.0-or-later
-- Does the work of `kurs-cli convert --csv` in DuckDB, with floating-point numbers: reads CSV, takes the last rate on
-- or before each day, rounds, and writes CSV. scripts/bench table replaces the words in braces.
CREATE TABLE rates AS SELECT * FROM read_csv('{rates}', columns = {'day': 'DATE', 'code': 'VARCHAR', 'value': 'DOUBLE'});
COPY (
  SELECT rows.* EXCLUDE (counted), {values}
  FROM (SELECT *, {day} AS counted FROM read_csv('{table}')) AS rows
  ASOF JOIN rates AS own ON rows.currency = own.code AND {on} own.day
  {joins}
) TO '{output}' (HEADER);
