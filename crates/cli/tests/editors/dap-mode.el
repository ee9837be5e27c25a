;;; dap-mode.el --- Emacs with dap-mode and the debug adapter  -*- lexical-binding: t -*-

;; A breakpoint, steps, a value, and the end of the program.  Expected values are worked out by hand.

;;; Code:

(package-initialize)
(setq create-lockfiles nil
      make-backup-files nil
      dap-breakpoints-file (expand-file-name "breakpoints")
      dap-auto-configure-features nil
      dap-auto-show-output nil)
(require 'dap-mode)
(require 'quadrille)
(setq quadrille-debug-command (list (getenv "QUADRILLE") "dap"))

(defun check (condition &rest what)
  "Fail with WHAT unless CONDITION holds."
  (unless condition
    (error "dap-mode: %s" (apply #'format what))))

(defun wait (what condition)
  "Wait until CONDITION holds; fail with WHAT if it does not."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05)))
  (check (funcall condition) "%s" what))

(defun frame ()
  "The frame that is looked at, where the program stands."
  (let ((session (dap--cur-session)))
    (and session (dap--debug-session-active-frame session))))

(defun stands-at (line)
  "Wait until the program stands at LINE."
  (wait (format "it does not come to line %d: %S" line (frame))
        (lambda () (let ((frame (frame))) (and frame (equal (gethash "line" frame) line))))))

(defun value (expression)
  "The value of EXPRESSION, as text."
  (let ((answer nil))
    (dap--send-message
     (dap--make-request "evaluate" (list :expression expression :frameId (gethash "id" (frame))))
     (lambda (response) (setq answer response))
     (dap--cur-session))
    (wait (format "%s has no answer" expression) (lambda () answer))
    (gethash "result" (gethash "body" answer))))

(with-temp-file "sum.vp"
  (insert "!!ARBvp1.0\nTEMP a, b;\nMUL a, vertex.position, 2.0;\nADD b, a, vertex.color;\n"
          "MOV result.position, b;\nMOV result.color, a;\nEND\n"))
(find-file "sum.vp")
(check (eq major-mode 'quadrille-assembly-mode) "the mode is %s" major-mode)

;; A breakpoint on the sum.
(goto-char (point-min))
(forward-line 3)
(dap-breakpoint-add)
(dap-debug '(:type "quadrille"
             :args ["--attrib" "position=1,2,3,1" "--attrib" "color=0.5,0.25,0,1"]))
(stands-at 4)
(check (equal (value "a") "(2, 4, 6, 2)") "a is %s" (value "a"))

;; A step, and what it gave.
(dap-next (dap--cur-session))
(stands-at 5)
(check (equal (value "b.y") "4.25") "b.y is %s" (value "b.y"))

;; Its registers, as the window of locals asks for them.
(let ((scopes nil))
  (dap--send-message
   (dap--make-request "scopes" (list :frameId (gethash "id" (frame))))
   (lambda (response) (setq scopes response))
   (dap--cur-session))
  (wait "there are no scopes" (lambda () scopes))
  (let ((names (mapcar (lambda (scope) (gethash "name" scope)) (gethash "scopes" (gethash "body" scopes)))))
    (check (member "Temporaries" names) "the scopes are %S" names)))

;; On to the end, where the program stands, and from there on it is over.
(let ((session (dap--cur-session)))
  (dap-continue session (dap--debug-session-thread-id session))
  (wait "it does not end" (lambda () (equal (ignore-errors (value "result.position.y")) "4.25")))
  (dap-continue session (dap--debug-session-thread-id session))
  (wait "the session does not end" (lambda () (not (dap--session-running session)))))
(set-buffer-modified-p nil)
;;; dap-mode.el ends here
