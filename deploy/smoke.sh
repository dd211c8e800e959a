#!/usr/bin/env bash
# deploy/smoke.sh IMAGE: starts the image as compose.yaml does, and tries what a new user does. Needs Docker and curl.
set -euo pipefail
image=$1
name=earshot-smoke-$$
clean() { docker rm -f "$name" >/dev/null 2>&1 || true; docker volume rm -f "$name" >/dev/null 2>&1 || true; }
trap clean EXIT
fail() { echo "smoke: $1" >&2; docker logs "$name" >&2 || true; exit 1; }

start() {
  docker run -d --name "$name" --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges:true \
    --memory 1g --pids-limit 200 -p 127.0.0.1::3000 -v "$name:/data" -e EARSHOT_REDDIT__SOURCE=off "$image" >/dev/null
  url=http://$(docker port "$name" 3000/tcp | head -1)
  for _ in $(seq 60); do curl -fsS "$url/api/ready" >/dev/null 2>&1 && return; sleep 1; done
  fail 'not ready after a minute'
}
# Prints the status of a POST with a JSON body.
post() { curl -sS -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -d "$2" "$url/api$1"; }
stop() {
  docker stop -t 30 "$name" >/dev/null
  [ "$(docker inspect -f '{{.State.ExitCode}}' "$name")" = 0 ] || fail 'did not end with status 0 on SIGTERM'
}

start
[ "$(docker exec "$name" id -u)" = 1000 ] || fail 'runs as another user than 1000'
curl -fsS "$url/" | grep -q '<script' || fail 'no web app'
account='"username":"ann","email":"ann@example.com","password":"the owl reads at noon"'
[ "$(post /auth/register "{$account}")" = 403 ] || fail 'the first account needed no set-up code'
code=$(docker logs "$name" 2>&1 | sed -n 's/^Set-up code for the first account: //p' | tail -1)
[ "$(post /auth/register "{$account,\"setUpCode\":\"$code\"}")" = 201 ] || fail 'the set-up code was refused'
docker exec "$name" earshot backup >/dev/null || fail 'no backup'
docker exec "$name" test -s /app/sbom.cdx.json || fail 'no list of packages'
stop
docker rm "$name" >/dev/null
start
[ "$(post /auth/login '{"email":"ann@example.com","password":"the owl reads at noon"}')" = 200 ] || fail 'the account is gone after a restart'
stop
echo "smoke: $image works"
