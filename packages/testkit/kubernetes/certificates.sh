#!/usr/bin/env bash
# Makes one authority, the servers' and clients' certificates, the key of service accounts, and a kubeconfig for each
# client.   certificates.sh DIRECTORY NODE=ADDRESS...
set -euo pipefail
cd "$1"
shift
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key" 2>/dev/null; }
# issue NAME SUBJECT EXTENSION...
issue() {
  local name=$1 subject=$2
  shift 2
  key "$name"
  openssl req -x509 -new -key "$name.key" -subj "$subject" -CA authority.crt -CAkey authority.key -days 3650 \
    -out "$name.crt" "${@/#/-addext=}"
}
# client NAME SUBJECT
client() {
  issue "$1" "$2" extendedKeyUsage=clientAuth
  printf '%s\n' "apiVersion: v1" "kind: Config" "current-context: test" \
    "clusters: [{name: test, cluster: {server: 'https://127.0.0.1:6443', certificate-authority: $PWD/authority.crt}}]" \
    "users: [{name: test, user: {client-certificate: $PWD/$1.crt, client-key: $PWD/$1.key}}]" \
    "contexts: [{name: test, context: {cluster: test, user: test}}]" >"$1.kubeconfig"
}
key authority
openssl req -x509 -new -key authority.key -subj /CN=test -days 3650 -out authority.crt
names=IP:127.0.0.1,IP:10.0.0.1,DNS:localhost,DNS:kubernetes.default.svc
for node in "$@"; do names+=",IP:${node#*=}"; done
issue apiserver /CN=kube-apiserver extendedKeyUsage=serverAuth "subjectAltName=$names"
for node in "$@"; do
  name=${node%=*} address=${node#*=}
  issue "$name-server" "/CN=$name" extendedKeyUsage=serverAuth "subjectAltName=IP:$address,DNS:$name"
  client "$name" "/O=system:nodes/CN=system:node:$name"
done
client apiserver-kubelet /O=system:masters/CN=apiserver-kubelet
client admin /O=system:masters/CN=admin
client controller-manager /CN=system:kube-controller-manager
client scheduler /CN=system:kube-scheduler
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out accounts.key 2>/dev/null
openssl pkey -in accounts.key -pubout -out accounts.pub
