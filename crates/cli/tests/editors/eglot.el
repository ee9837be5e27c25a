;;; eglot.el --- Emacs with eglot and the language server  -*- lexical-binding: t -*-

;; Emacs attaches to the server, shows its problems and asks it what its users do.

;;; Code:

(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'quadrille)

(setq quadrille-command (list (getenv "QUADRILLE") "lsp")
      eglot-sync-connect t
      eglot-connect-timeout 120
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      create-lockfiles nil
      make-backup-files nil)

(defun check (condition &rest what)
  "Fail with WHAT unless CONDITION holds."
  (unless condition
    (error "eglot: %s" (apply #'format what))))

(defun wait (what condition)
  "Wait until CONDITION holds; fail with WHAT if it does not."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05)))
  (check (funcall condition) "%s" what))

(with-temp-file "light.vp"
  (insert "!!ARBvp1.0\nPARAM mvp[4] = { state.matrix.mvp };\nTEMP n;\n"
          "DP4 n.x,mvp[0],vertex.position;\nMOV result.position, m.x;\nEND\n"))
(find-file "light.vp")
(check (eq major-mode 'quadrille-assembly-mode) "the mode is %s" major-mode)
(let ((project-find-functions (list (lambda (folder) (cons 'transient folder)))))
  (apply #'eglot--connect (eglot--guess-contact)))
(check (eglot-managed-p) "the buffer is not managed")

(flymake-start)
(wait "there are no problems" (lambda () (flymake-diagnostics)))
(let ((found (car (flymake-diagnostics))))
  (check (string-match-p "undeclared-name\\|declared" (flymake-diagnostic-text found))
         "%s" (flymake-diagnostic-text found))
  (check (= (line-number-at-pos (flymake-diagnostic-beg found)) 5) "it stands elsewhere"))

;; Completion.
(goto-char (point-min))
(search-forward "position, ")
(let* ((capf (eglot-completion-at-point))
       (words (all-completions "" (nth 2 capf))))
  (check (member "mvp" (mapcar #'substring-no-properties words)) "completion: %s" words))

;; The name is corrected, and the problem goes.
(delete-char 1)
(insert "n")
(eglot--signal-textDocument/didChange)
(wait "the problem stays" (lambda () (flymake-start) (null (flymake-diagnostics))))

;; Rename, then format.
(goto-char (point-min))
(search-forward "TEMP ")
(eglot-rename "normal")
(wait "nothing is renamed" (lambda () (string-match-p "MOV result.position, normal.x;" (buffer-string))))
(eglot-format-buffer)
(check (string-match-p "^DP4 normal.x, mvp\\[0\\], vertex.position;$" (buffer-string)) "%s" (buffer-string))

;; Where a name is declared.
(goto-char (point-min))
(search-forward "position, nor")
(let ((places (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (check (= (length places) 1) "declared %d times" (length places))
  (check (= (xref-location-line (xref-item-location (car places))) 3) "declared elsewhere"))

(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
;;; eglot.el ends here
