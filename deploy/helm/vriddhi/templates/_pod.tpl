{{- define "vriddhi.labels" -}}
app.kubernetes.io/name: vriddhi
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{/* The pod of one role. One product container for each pod: processes prove each other dead by host name and process id. */}}
{{- define "vriddhi.pod" -}}
metadata:
  labels:
    {{- include "vriddhi.labels" . | nindent 4 }}
  annotations:
    checksum/settings: {{ toJson .root.Values.settings | sha256sum }}
spec:
  serviceAccountName: {{ .root.Release.Name }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 75
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "vriddhi.labels" . | nindent 10 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      envFrom:
        - configMapRef: { name: {{ .root.Release.Name }}-settings }
      env:
        - { name: ROLE, value: {{ .role }} }
        - { name: HOST, value: "0.0.0.0" }
        - { name: PORT, value: "3000" }
        - { name: DATA_DIR, value: /data }
        - { name: SECRETS_DIR, value: /run/secrets/vriddhi }
      ports:
        - { name: http, containerPort: 3000 }
      # The first start migrates the database and may wait for another process that does.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        failureThreshold: 60
      # A slow answer of a busy worker is no reason to kill it; the supervisor judges by the process's own heartbeat.
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- if eq .role "api" }}
      # The proxies forget this pod before it stops to listen.
      lifecycle:
        preStop:
          exec: { command: ["sleep", "10"] }
      {{- end }}
      resources: {{- toYaml (index .root.Values .role).resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: cache, mountPath: /app/node_modules/.cache }
        - { name: secrets, mountPath: /run/secrets/vriddhi, readOnly: true }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: tmp, emptyDir: {} }
    - { name: cache, emptyDir: {} }
    - name: secrets
      secret: { secretName: {{ .root.Values.secretName }}, defaultMode: 0440 }
{{- end }}

{{/* Evictions take one pod of a role at a time. */}}
{{- define "vriddhi.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels:
    {{- include "vriddhi.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "vriddhi.labels" . | nindent 6 }}
{{- end }}
