// SPDX-License-Identifier: Apache-2.0

/// The files of `ci/pipelines` for one machine, word for word; a test compares them.
extension Pipeline {
  static let githubText = #"""
    # Puts this app through oncegate before a merge. Make the job 'gate' a required check.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    name: oncegate
    on:
      pull_request:
      merge_group:
      push:
        branches: [main]
    permissions:
      contents: read
    env:
      ONCEGATE_REPOSITORY: https://github.com/your-organisation/oncegate.git
      ONCEGATE_VERSION: v0.1.0
    jobs:
      gate:
        runs-on: ubuntu-latest
        container: swift:6.3
        timeout-minutes: 30
        steps:
          - uses: actions/checkout@v4
          - uses: actions/cache@v4
            with:
              path: .oncegate-install
              key: oncegate-${{ env.ONCEGATE_VERSION }}-${{ runner.os }}-${{ runner.arch }}
          - run: rm -rf .oncegate
          - run: git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate
          - run: .oncegate/ci/install --prefix "$PWD/.oncegate-install"
          - run: .oncegate-install/bin/oncegate run
          - if: ${{ !cancelled() }}
            uses: actions/upload-artifact@v4
            with:
              name: oncegate-report
              path: oncegate-report/

    """#

  static let gitlabText = #"""
    # Puts this app through oncegate before a merge. Switch on 'Pipelines must succeed' for merge requests.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    oncegate:
      image: swift:6.3
      timeout: 30 minutes
      rules:
        - if: $CI_PIPELINE_SOURCE == "merge_request_event"
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      variables:
        ONCEGATE_REPOSITORY: https://gitlab.example/your-organisation/oncegate.git
        ONCEGATE_VERSION: v0.1.0
      cache:
        key: oncegate-$ONCEGATE_VERSION
        paths:
          - .oncegate-install/
      script:
        - rm -rf .oncegate
        - git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate
        - .oncegate/ci/install --prefix "$PWD/.oncegate-install"
        - .oncegate-install/bin/oncegate run
      artifacts:
        when: always
        paths:
          - oncegate-report/
        reports:
          junit: oncegate-report/TEST-oncegate.xml

    """#

  static let jenkinsText = #"""
    // Puts this app through oncegate before a merge. Make this job a required check of the branch.
    //
    // 1. Write below where your copy of oncegate is kept, and which version of it is used.
    pipeline {
      agent {
        docker {
          image 'swift:6.3'
          // Packages that are missing are installed.
          args '--user root'
        }
      }
      options {
        timeout(time: 30, unit: 'MINUTES')
      }
      environment {
        ONCEGATE_REPOSITORY = 'https://git.example/your-organisation/oncegate.git'
        ONCEGATE_VERSION = 'v0.1.0'
      }
      stages {
        stage('gate') {
          steps {
            sh 'rm -rf .oncegate'
            sh 'git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate'
            // The workspace stays, and what is installed in it too.
            sh '.oncegate/ci/install --prefix "$PWD/.oncegate-install"'
            sh '.oncegate-install/bin/oncegate run'
          }
        }
      }
      post {
        always {
          archiveArtifacts artifacts: 'oncegate-report/**', allowEmptyArchive: true
          junit 'oncegate-report/TEST-oncegate.xml'
        }
      }
    }

    """#

  static let circleciText = #"""
    # Puts this app through oncegate before a merge. Make the check 'ci/circleci: gate' a required one.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    version: 2.1
    parameters:
      oncegate-repository:
        type: string
        default: https://git.example/your-organisation/oncegate.git
      oncegate-version:
        type: string
        default: v0.1.0
    jobs:
      gate:
        docker:
          - image: swift:6.3
        environment:
          ONCEGATE_REPOSITORY: << pipeline.parameters.oncegate-repository >>
          ONCEGATE_VERSION: << pipeline.parameters.oncegate-version >>
        steps:
          - checkout
          - restore_cache:
              key: oncegate-<< pipeline.parameters.oncegate-version >>-{{ arch }}
          - run: rm -rf .oncegate
          - run: git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate
          - run:
              command: .oncegate/ci/install --prefix "$PWD/.oncegate-install"
              no_output_timeout: 30m
          - save_cache:
              key: oncegate-<< pipeline.parameters.oncegate-version >>-{{ arch }}
              paths:
                - .oncegate-install
          - run: .oncegate-install/bin/oncegate run
          - store_test_results:
              path: oncegate-report/TEST-oncegate.xml
          - store_artifacts:
              path: oncegate-report
    workflows:
      oncegate:
        jobs:
          - gate

    """#

  static let azureText = #"""
    # Puts this app through oncegate before a merge. Add it to the branch as a build validation policy.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    trigger:
      - main
    pr:
      - main
    variables:
      ONCEGATE_REPOSITORY: https://git.example/your-organisation/oncegate.git
      ONCEGATE_VERSION: v0.1.0
    jobs:
      - job: gate
        timeoutInMinutes: 30
        pool:
          vmImage: ubuntu-latest
        container:
          image: swift:6.3
          # Packages that are missing are installed.
          options: --user root
        steps:
          - checkout: self
          - task: Cache@2
            inputs:
              key: '"oncegate" | "$(ONCEGATE_VERSION)" | "$(Agent.OS)"'
              path: .oncegate-install
          - script: rm -rf .oncegate
          - script: git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate
          - script: .oncegate/ci/install --prefix "$PWD/.oncegate-install"
          - script: .oncegate-install/bin/oncegate run
          - task: PublishTestResults@2
            condition: succeededOrFailed()
            inputs:
              testResultsFormat: JUnit
              testResultsFiles: oncegate-report/TEST-oncegate.xml
          - publish: oncegate-report
            condition: succeededOrFailed()
            artifact: oncegate-report

    """#

  static let buildkiteText = #"""
    # Puts this app through oncegate before a merge. Make the build's status a required check.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    # '$$' reaches the shell as '$': a single one would be replaced when this file is uploaded.
    env:
      ONCEGATE_REPOSITORY: https://git.example/your-organisation/oncegate.git
      ONCEGATE_VERSION: v0.1.0
    steps:
      - label: gate
        image: swift:6.3
        timeout_in_minutes: 30
        cache:
          paths:
            - .oncegate-install
          name: oncegate
        commands:
          - rm -rf .oncegate
          - git clone --quiet --depth 1 --branch "$$ONCEGATE_VERSION" "$$ONCEGATE_REPOSITORY" .oncegate
          - .oncegate/ci/install --prefix "$$PWD/.oncegate-install"
          - .oncegate-install/bin/oncegate run || status=$$?
          - buildkite-agent annotate --context oncegate <oncegate-report/summary.md
          - exit "$${status:-0}"
        artifact_paths:
          - oncegate-report/**/*

    """#

  static let bitriseText = #"""
    # Puts this app through oncegate before a merge. Make the build's status a required check.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    # 2. Choose a stack that has Swift: one with Xcode.
    format_version: "17"
    default_step_lib_source: https://github.com/bitrise-io/bitrise-steplib.git
    app:
      envs:
        - ONCEGATE_REPOSITORY: https://git.example/your-organisation/oncegate.git
        - ONCEGATE_VERSION: v0.1.0
    trigger_map:
      - pull_request_source_branch: "*"
        workflow: gate
      - push_branch: main
        workflow: gate
    workflows:
      gate:
        steps:
          - git-clone@8: {}
          - restore-cache@2:
              inputs:
                - key: oncegate-{{ getenv "ONCEGATE_VERSION" }}-{{ .OS }}-{{ .Arch }}
          - script@1:
              title: Install oncegate
              inputs:
                - content: |
                    set -eu
                    rm -rf .oncegate
                    git clone --quiet --depth 1 --branch "$ONCEGATE_VERSION" "$ONCEGATE_REPOSITORY" .oncegate
                    .oncegate/ci/install --prefix "$PWD/.oncegate-install"
          - save-cache@1:
              inputs:
                - key: oncegate-{{ getenv "ONCEGATE_VERSION" }}-{{ .OS }}-{{ .Arch }}
                - paths: .oncegate-install
          - script@1:
              title: Gate
              inputs:
                - content: |
                    set -eu
                    .oncegate-install/bin/oncegate run --junit "$BITRISE_TEST_RESULT_DIR/oncegate/TEST-oncegate.xml" || status=$?
                    echo '{"test-name": "oncegate"}' >"$BITRISE_TEST_RESULT_DIR/oncegate/test-info.json"
                    cp -R oncegate-report "$BITRISE_DEPLOY_DIR"
                    exit "${status:-0}"
          - deploy-to-bitrise-io@2:
              is_always_run: true

    """#

  static let xcodeCloudText = #"""
    #!/bin/sh
    # Puts this app through oncegate before a merge: Xcode Cloud runs this file after it has cloned the
    # repository, and the build fails where the gate stays closed. Make the workflow a required check.
    #
    # 1. Write below where your copy of oncegate is kept, and which version of it is used.
    set -eu
    repository=${ONCEGATE_REPOSITORY:-https://git.example/your-organisation/oncegate.git}
    version=${ONCEGATE_VERSION:-v0.1.0}

    cd "$CI_PRIMARY_REPOSITORY_PATH"
    rm -rf .oncegate
    git clone --quiet --depth 1 --branch "$version" "$repository" .oncegate
    .oncegate/ci/install --prefix "$PWD/.oncegate-install"
    .oncegate-install/bin/oncegate run || status=$?
    # Nothing but the log is kept of this step.
    cat oncegate-report/summary.md
    exit "${status:-0}"

    """#
}
