# The processes of which /proc/*/stat tells, no older than `since`: PID:PARENT:SESSION:START. Fails at a line without
# its fields: a name may hold a line end, and what follows that could be another's line. What counts follows the
# last bracket.
{
	fields = match($0, /.*\) /) ? split(substr($0, RLENGTH + 1), field, " ") : 0
	if (fields < 20) exit 1
	# A leader whose first thread has ended looks dead while the others go on.
	if (field[1] ~ /^[ZX]/ && field[18] <= 1) next
	if (field[20] + 0 >= since + 0) print $1 ":" field[2] ":" field[4] ":" field[20]
}
