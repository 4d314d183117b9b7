#!/bin/sh
# Starts coturn with the settings file given as argument, plus those of the environment. The secret goes into a file that only this user
# reads: on the command line every user of the machine would see it.
set -eu
: "${TURN_SECRET:?is missing}"
umask 077
settings="${TMPDIR:-/tmp}/turnserver.conf"
{
  cat "$1"
  printf '\nstatic-auth-secret=%s\n' "$TURN_SECRET"
  printf 'realm=%s\n' "${TURN_REALM:-parlance}"
  # The address that people reach, and behind a NAT public/private.
  printf 'external-ip=%s\n' "${TURN_EXTERNAL_IP:-127.0.0.1}"
  # The address it relays from: both sides of a session are relayed, and every private address is denied in the file.
  printf 'allowed-peer-ip=%s\n' "${TURN_RELAY_IP:-127.0.0.1}"
  printf 'pidfile=%s\n' "${TMPDIR:-/tmp}/turnserver.pid"
} > "$settings"
unset TURN_SECRET
exec "${TURNSERVER:-turnserver}" -c "$settings"
