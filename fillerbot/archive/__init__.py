"""All matches as records, out of a database and back into one."""
